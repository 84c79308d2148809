package trial

// Touching calls wait with as much of the stack written to and in use as the conditions ask for. It is in use while
// the unit waits: the collector shrinks a stack of which less than a quarter is.
func (c Conditions) Touching(wait func()) {
	if c.TouchedBytes < 1024 {
		// A function with a kibibyte of its own would double the stack that a goroutine begins with.
		wait()
		return
	}
	deep(c.TouchedBytes/1024, wait)
}

// deep goes on for so many KiB.
func deep(kibibytes int, wait func()) byte {
	touched := [1024]byte{}
	if kibibytes == 1 {
		wait()
	} else {
		touched[kibibytes%1024] = deep(kibibytes-1, wait)
	}
	return touched[0]
}
