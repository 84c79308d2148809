module measured

go 1.24
