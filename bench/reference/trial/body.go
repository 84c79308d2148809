package trial

import (
	"errors"
	"io"
	"net/http"
)

// Body reads an answer to its end and closes it, so that its connection can be used again. An answer other than
// 200 is an error. It takes what http.Client returns: Body(client.Get(url)).
func Body(response *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Request.URL.String() + " answered " + response.Status)
	}
	return io.ReadAll(response.Body)
}
