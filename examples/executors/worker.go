// A worker in Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	mojob "github.com/mojob/mojob-scheduler/adapters/executor-gateway/clients/go"
)

func main() {
	worker := mojob.New(os.Getenv("MOJOB_URL"), "shop", os.Getenv("MOJOB_EXECUTOR_TOKEN"))
	worker.Limit, worker.Name, worker.Version = 4, "go worker", "1.2.0"
	worker.Description, worker.Tags = "Reports of the shop", []string{"reports"}
	if file := os.Getenv("MOJOB_EXECUTOR_KEY_FILE"); file != "" {
		key, err := mojob.ReadKey(file)
		if err != nil {
			log.Fatal(err)
		}
		worker.Key, worker.KeyID = key, os.Getenv("MOJOB_EXECUTOR_KEYID")
	}

	worker.Job("shop.report", nil, func(ctx context.Context, run *mojob.Run) (any, error) {
		var args struct{ Pages int }
		if err := run.Args(&args); err != nil {
			return nil, &mojob.Failure{Message: err.Error(), Final: true}
		}
		for page := 1; page <= args.Pages && ctx.Err() == nil; page++ {
			run.Info(fmt.Sprintf("page %d", page))
			run.Progress(float64(page)/float64(args.Pages), fmt.Sprintf("%d of %d", page, args.Pages))
		}
		return map[string]any{"pages": args.Pages, "by": "go"}, ctx.Err()
	})

	worker.Job("shop.charge", mojob.Options{"retryCount": 1, "retryIntervalMs": 0}, func(_ context.Context, run *mojob.Run) (any, error) {
		var args struct{ Card string }
		if err := run.Args(&args); err != nil || args.Card == "expired" {
			return nil, &mojob.Failure{Message: "The card has expired", Code: "CardExpired", Final: true, Number: -19001004000}
		}
		if run.Attempt == 1 {
			return nil, errors.New("The bank did not respond")
		}
		return fmt.Sprintf("charged at attempt %d", run.Attempt), nil
	})

	worker.Job("shop.watch", nil, func(ctx context.Context, run *mojob.Run) (any, error) {
		var args struct{ File string }
		if err := run.Args(&args); err != nil {
			return nil, err
		}
		run.Info("watching")
		for ctx.Err() == nil {
			if _, err := os.Stat(args.File); err == nil {
				return "found", nil
			}
			time.Sleep(100 * time.Millisecond)
		}
		return nil, ctx.Err()
	})

	// For jobs that are made in the panel: large results end as a failure, odd texts are repaired.
	worker.Handle("export", func(_ context.Context, run *mojob.Run) (any, error) {
		var args struct{ Size int }
		if err := run.Args(&args); err != nil {
			return nil, err
		}
		run.Warn("odd \xff text")
		return strings.Repeat("x", args.Size), nil
	})

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := worker.Run(ctx); err != nil {
		log.Fatal(err)
	}
}
