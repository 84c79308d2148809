package main

import (
	"encoding/binary"
	"fmt"
	"net"
	"strings"
	"time"
)

const (
	headerBytes   = 12
	mostBytes     = 512
	typeA         = 1
	nameUnknown   = 3
	classInternet = 1
	isAnswer      = 0x8180
	keepSeconds   = 60
)

// resolver answers questions for the addresses of host-1.test and so on over UDP, and returns where.
func resolver(asked document) (*string, error) {
	if asked.LookupS == nil {
		return nil, nil
	}
	socket, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("cannot listen for names: %w; ask for lookup_s null", err)
	}
	go func() { stop(resolve(socket, duration(*asked.LookupS), asked.Hosts)) }()
	where := socket.LocalAddr().String()
	return &where, nil
}

func resolve(socket net.PacketConn, lookup time.Duration, hosts int) error {
	for {
		query := make([]byte, mostBytes)
		count, from, err := socket.ReadFrom(query)
		if err != nil {
			return err
		}
		go func() {
			time.Sleep(lookup)
			if told := reply(query[:count], hosts); told != nil {
				_, _ = socket.WriteTo(told, from)
			}
		}()
	}
}

// reply is nil for what is no question. A question for another type than A has an empty answer.
func reply(query []byte, hosts int) []byte {
	name, question := questionOf(query)
	if question == nil {
		return nil
	}
	host := hostOf(name, hosts)
	kind := binary.BigEndian.Uint16(question[len(question)-4:])
	flags, answers := uint16(isAnswer), uint16(0)
	if host == 0 {
		flags |= nameUnknown
	} else if kind == typeA {
		answers = 1
	}
	told := append([]byte(nil), query[:2]...)
	for _, field := range []uint16{flags, 1, answers, 0, 0} {
		told = binary.BigEndian.AppendUint16(told, field)
	}
	told = append(told, question...)
	if answers == 0 {
		return told
	}
	// The name is that of the question, which begins behind the header.
	for _, field := range []uint16{0xc000 | headerBytes, typeA, classInternet, 0, keepSeconds, net.IPv4len} {
		told = binary.BigEndian.AppendUint16(told, field)
	}
	return append(told, 127, 0, 0, byte(host))
}

// questionOf returns the name asked for and the bytes of the question, which are nil if there is none.
func questionOf(query []byte) (string, []byte) {
	var labels []string
	for at := headerBytes; at < len(query); {
		size := int(query[at])
		at++
		switch {
		case size == 0 && at+4 <= len(query):
			return strings.ToLower(strings.Join(labels, ".")), query[headerBytes : at+4]
		case size == 0 || at+size > len(query):
			return "", nil
		}
		labels = append(labels, string(query[at:at+size]))
		at += size
	}
	return "", nil
}

// hostOf is the number of the host of this name, 0 if there is none.
func hostOf(name string, hosts int) int {
	for host := 1; host <= hosts; host++ {
		if name == fmt.Sprintf("host-%d.test", host) {
			return host
		}
	}
	return 0
}
