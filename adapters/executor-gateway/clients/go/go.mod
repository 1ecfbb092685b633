module github.com/mojob/mojob-scheduler/adapters/executor-gateway/clients/go

go 1.18
