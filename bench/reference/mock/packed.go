package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"net/http"
)

const (
	// headBytes is room for the status and the longest id; spaces fill it up.
	headBytes   = len(`{"status":"ok","id":-9223372036854775808`)
	leastPacked = 100
)

// gzipHeader says: deflate, no name, no time, unknown system.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

// packed is a body that was compressed once. Answers differ in their head only, which is a stored block before the
// tail that they share, so that an answer costs the mock no more than one that is not compressed.
type packed struct {
	size uint32
	tail []byte
	crc  appended
}

// pack makes a body of so many bytes, before compression.
func pack(size int) *packed {
	text := pokemon(size - headBytes)
	var tail bytes.Buffer
	// Neither a known level nor a buffer can fail.
	writer, _ := flate.NewWriter(&tail, flate.DefaultCompression)
	_, _ = writer.Write(text)
	_ = writer.Close()
	return &packed{size: uint32(size), tail: tail.Bytes(), crc: append32(text)}
}

// answer is one gzip member: some clients read no more than the first.
func (p *packed) answer(open []byte) answer {
	head := append(open, bytes.Repeat([]byte(" "), headBytes-len(open))...)
	begin := append(bytes.Clone(gzipHeader), 0)
	begin = binary.LittleEndian.AppendUint16(begin, uint16(headBytes))
	begin = binary.LittleEndian.AppendUint16(begin, ^uint16(headBytes))
	begin = append(begin, head...)
	end := binary.LittleEndian.AppendUint32(nil, p.crc.after(crc32.ChecksumIEEE(head)))
	end = binary.LittleEndian.AppendUint32(end, p.size)
	return answer{status: http.StatusOK, encoding: "gzip", parts: [][]byte{begin, p.tail, end}}
}

// appended tells the CRC-32 of any head with the tail behind it. A checksum is affine in the one before it, so
// that its value for 0 and for each bit holds all others.
type appended struct {
	zero uint32
	bits [32]uint32
}

func append32(tail []byte) appended {
	made := appended{zero: crc32.Update(0, crc32.IEEETable, tail)}
	for i := range made.bits {
		made.bits[i] = crc32.Update(1<<i, crc32.IEEETable, tail) ^ made.zero
	}
	return made
}

func (a appended) after(head uint32) uint32 {
	total := a.zero
	for i, bit := range a.bits {
		if head>>i&1 == 1 {
			total ^= bit
		}
	}
	return total
}
