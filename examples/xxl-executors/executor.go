// An executor of XXL-JOB in Go: xxl-job-executor-go as it is. Started by the test of this folder, or by hand.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	xxl "github.com/xxl-job/xxl-job-executor-go"
)

// The client keeps no logs: what it is asked for is the application's to give.
var logs sync.Map

func write(id int64, line string) {
	value, _ := logs.LoadOrStore(id, &[]string{})
	lines := value.(*[]string)
	mutex.Lock()
	defer mutex.Unlock()
	*lines = append(*lines, line)
}

var mutex sync.Mutex

func read(request *xxl.LogReq) *xxl.LogRes {
	mutex.Lock()
	defer mutex.Unlock()
	lines := []string{}
	if value, found := logs.Load(request.LogID); found {
		lines = *value.(*[]string)
	}
	from := request.FromLineNum
	if from < 1 {
		from = 1
	}
	content := ""
	if from <= len(lines) {
		content = strings.Join(lines[from-1:], "\n") + "\n"
	}
	return &xxl.LogRes{Code: xxl.SuccessCode, Content: xxl.LogResContent{
		FromLineNum: from, ToLineNum: len(lines), LogContent: content, IsEnd: false,
	}}
}

func main() {
	executor := xxl.NewExecutor(
		xxl.ServerAddr(os.Getenv("XXL_ADMIN")),
		xxl.AccessToken(os.Getenv("XXL_TOKEN")),
		xxl.ExecutorIp("127.0.0.1"),
		xxl.ExecutorPort(os.Getenv("XXL_PORT")),
		xxl.RegistryKey(os.Getenv("XXL_APP")),
	)
	executor.Init()
	executor.LogHandler(read)
	executor.RegTask("demo", func(_ context.Context, run *xxl.RunReq) string {
		for number := 1; number <= 3; number++ {
			write(run.LogID, fmt.Sprintf("line %d of %s", number, run.ExecutorParams))
		}
		return "done"
	})
	executor.RegTask("fail", func(context.Context, *xxl.RunReq) string { panic("no rows") })
	executor.RegTask("wait", func(cancelled context.Context, run *xxl.RunReq) string {
		for number := 1; number < 600; number++ {
			write(run.LogID, fmt.Sprintf("tick %d", number))
			select {
			case <-cancelled.Done():
				return "cancelled"
			case <-time.After(100 * time.Millisecond):
			}
		}
		return "waited"
	})
	// Ends when the file exists that its parameter names.
	executor.RegTask("hold", func(_ context.Context, run *xxl.RunReq) string {
		write(run.LogID, "holding")
		for {
			if _, err := os.Stat(run.ExecutorParams); err == nil {
				write(run.LogID, "released")
				return "held"
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	executor.RegTask("shard", func(_ context.Context, run *xxl.RunReq) string {
		return fmt.Sprintf("%d of %d", run.BroadcastIndex, run.BroadcastTotal)
	})
	if err := executor.Run(); err != nil {
		panic(err)
	}
}
