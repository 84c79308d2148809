package trial

// Touching calls wait with as much of the stack written to and in use as the conditions ask for. It is in use while
// the unit waits: the collector shrinks a stack of which less than a quarter is.
func (c Conditions) Touching(wait func()) {
	deep(c.TouchedBytes/1024, wait)
}

// deep goes on for so many KiB.
func deep(kibibytes int, wait func()) byte {
	if kibibytes < 1 {
		wait()
		return 0
	}
	touched := [1024]byte{}
	touched[kibibytes%1024] = deep(kibibytes-1, wait)
	return touched[0]
}
