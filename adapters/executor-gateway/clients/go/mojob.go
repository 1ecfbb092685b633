// Package mojob is a worker for MoJobScheduler, in one file and with the standard library alone. Go 1.18 or later.
//
//	worker := mojob.New("https://jobs.example.com", "shop", token)
//	worker.Job("shop.report", mojob.Options{"retryCount": 2}, func(ctx context.Context, run *mojob.Run) (any, error) {
//		run.Info("begun")
//		run.Progress(0.5, "half of it")
//		return map[string]int{"pages": 3}, ctx.Err()
//	})
//	err := worker.Run(ctx) // until ctx is done; runs under way may finish
//
// The context of a run is cancelled when it is cancelled or takes too long. A worker with a key signs its calls instead of sending a token.
package mojob

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	largestBody  = 900_000
	longestText  = 60_000
	longestLease = 300
	mostItems    = 500
	longestPause = 5 * time.Second
)

// Options of a job, as the API has them: retryCount, timeoutMs, cron and others.
type Options map[string]any

// Func runs one attempt. It ends with a result, which should be JSON, or with an error: any, a *Failure, or what Snooze returns.
type Func func(ctx context.Context, run *Run) (any, error)

// Failure ends a run with a code that the job's option retryOn can name, and says whether trying again is of no use.
type Failure struct {
	Message string
	Code    string
	Final   bool
	// Number is one of your own, -19999999999 to -19000000000 (the domains 90 to 99), which the run keeps; others are left out.
	Number int64
}

func (f *Failure) Error() string { return f.Message }

type snooze struct{ delay time.Duration }

func (s snooze) Error() string { return "snoozed for " + s.delay.String() }

// Snooze ends an attempt; the run is executed again after the delay.
func Snooze(delay time.Duration) error { return snooze{delay} }

// Run is one attempt of a run.
type Run struct {
	// Lease fences the attempt; it is another one once the worker has come back to a gateway that was gone.
	Lease string `json:"lease"`
	// ID is the same for every attempt: use it as the idempotency key of what the function does.
	ID      string          `json:"id"`
	JobKey  string          `json:"jobKey"`
	Handler string          `json:"handler"`
	Attempt int             `json:"attempt"`
	RawArgs json.RawMessage `json:"args"`
	// TimeoutMs is how long the attempt may take; Priority is from 1, the most urgent, to 5.
	TimeoutMs int `json:"timeoutMs"`
	Priority  int `json:"priority"`
	// Shard says which part of a broadcast it is, from 0, and how many there are; a whole run is part 0 of 1.
	Shard struct {
		Index int `json:"index"`
		Total int `json:"total"`
	} `json:"shard"`
	// Trigger says what started the run; Of is the run that it follows from, such as its parent.
	Trigger struct {
		Type        string     `json:"type"`
		Of          string     `json:"of"`
		NominalTime *time.Time `json:"nominalTime"`
		Schedule    string     `json:"schedule"`
	} `json:"trigger"`

	worker *Worker
	cancel context.CancelFunc
	mu     sync.Mutex
	reason string
}

// Args reads the arguments into a value.
func (r *Run) Args(value any) error { return json.Unmarshal(r.RawArgs, value) }

// Reason says why the run is to end: timeout, cancelled, worker_shutdown or lost; empty while it may go on.
func (r *Run) Reason() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reason
}

// Progress reports a fraction from 0 to 1 and a few words.
func (r *Run) Progress(fraction float64, message string) {
	r.worker.put("progress", item{"lease": r, "fraction": fraction, "message": clip(message)})
}

// Log writes lines to the run's log: debug, info, warn or error.
func (r *Run) Log(level, text string) {
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		r.worker.put("lines", item{"lease": r, "level": level, "message": clip(line)})
	}
}

func (r *Run) Info(text string)  { r.Log("info", text) }
func (r *Run) Warn(text string)  { r.Log("warn", text) }
func (r *Run) Error(text string) { r.Log("error", text) }

func (r *Run) abort(reason string) {
	r.mu.Lock()
	if r.reason == "" {
		r.reason = reason
	}
	r.mu.Unlock()
	r.cancel()
}

type item map[string]any

// Worker runs the jobs of an app. Set its fields before Run.
type Worker struct {
	URL, App, Token string
	// Limit is how many runs it takes at once.
	Limit int
	// Complete says that its jobs are all that the code of the app declares: others that were among them before stop firing.
	Complete bool
	// Shown with the worker.
	Name, Description, Version string
	Labels                     map[string]string
	Tags                       []string
	Client                     *http.Client
	// KeyID and Key sign each call, where they are set.
	KeyID string
	Key   ed25519.PrivateKey

	jobs      []item
	functions map[string]Func

	mu          sync.Mutex
	changed     chan struct{}
	runs        map[string]*Run
	unsettled   map[string]*Run
	executor    string
	generation  int
	heartbeatMs int
	outbox      map[string][]item
	registering sync.Mutex
}

// New makes a worker that takes 16 runs at once.
func New(url, app, token string) *Worker {
	return &Worker{
		URL: strings.TrimRight(url, "/"), App: app, Token: token, Limit: 16,
		Client:    &http.Client{Timeout: 40 * time.Second},
		functions: map[string]Func{}, runs: map[string]*Run{}, unsettled: map[string]*Run{}, outbox: map[string][]item{},
		changed: make(chan struct{}),
	}
}

// Job declares a triggered job, or a recurring one where the options have a cron expression.
func (w *Worker) Job(key string, options Options, function Func) {
	kind := "triggered"
	if _, recurs := options["cron"]; recurs {
		kind = "recurring"
	}
	if options == nil {
		options = Options{}
	}
	w.jobs = append(w.jobs, item{"key": key, "kind": kind, "options": options})
	w.functions[key] = function
}

// Handle has a function for jobs that are made in the panel or with the API.
func (w *Worker) Handle(handler string, function Func) { w.functions[handler] = function }

// Run runs jobs until the context is done, lets those under way finish, and leaves.
func (w *Worker) Run(ctx context.Context) error {
	ended, end := context.WithCancel(context.Background())
	defer end()
	if err := w.register(ctx, 0); err != nil {
		return err
	}
	go w.poll(ctx, ended)
	go w.heartbeat(ended)
	written := make(chan struct{})
	go func() { w.write(ended); close(written) }()
	<-ctx.Done()
	w.call(ended, "drain", item{}, nil)
	w.waitFor(func() bool { return len(w.unsettled) == 0 && w.isSent() })
	end()
	w.notify()
	<-written
	last, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	w.call(last, "leave", item{}, nil)
	return nil
}

type refused struct {
	Status int
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (r *refused) Error() string { return fmt.Sprintf("%d %s: %s", r.Status, r.Code, r.Detail) }

func isUnknown(err error) bool {
	var r *refused
	return errors.As(err, &r) && r.Code == "executor_not_found"
}

// register registers, unless it was done since; the runs of the registration before are to end.
func (w *Worker) register(ctx context.Context, generation int) error {
	w.registering.Lock()
	defer w.registering.Unlock()
	w.mu.Lock()
	isDone := w.generation != generation
	held := map[string]*Run{}
	leases := []string{}
	for lease, run := range w.unsettled {
		if len(leases) < 1000 {
			held[lease], leases = run, append(leases, lease)
		}
	}
	w.mu.Unlock()
	if isDone {
		return nil
	}
	declared := map[string]bool{}
	for _, job := range w.jobs {
		declared[job["key"].(string)] = true
	}
	handlers := []string{}
	for name := range w.functions {
		if !declared[name] {
			handlers = append(handlers, name)
		}
	}
	host, _ := os.Hostname()
	body := item{
		"app": w.App, "jobs": append([]item{}, w.jobs...), "handlers": handlers, "limit": w.Limit, "pid": os.Getpid(), "isComplete": w.Complete,
		"runtime": item{"name": "go", "version": strings.TrimPrefix(runtime.Version(), "go")},
	}
	for name, text := range map[string]string{"name": w.Name, "description": w.Description, "version": w.Version, "host": host} {
		if text != "" {
			body[name] = text
		}
	}
	if w.Labels != nil {
		body["labels"] = w.Labels
	}
	if w.Tags != nil {
		body["tags"] = w.Tags
	}
	if len(leases) > 0 {
		body["leases"] = leases
	}
	var answer struct {
		Executor    string
		HeartbeatMs int
		Resumed     []struct{ Lease, Renewed string }
	}
	if err := w.send(ctx, "register", body, &answer); err != nil {
		return err
	}
	w.mu.Lock()
	w.executor, w.heartbeatMs = answer.Executor, answer.HeartbeatMs
	w.generation++
	w.resume(held, answer.Resumed)
	w.mu.Unlock()
	return nil
}

// resume needs the lock: the runs that the gateway has taken up again go on under new leases, and the others are lost.
func (w *Worker) resume(held map[string]*Run, resumed []struct{ Lease, Renewed string }) {
	renewed := map[string]string{}
	for _, one := range resumed {
		renewed[one.Lease] = one.Renewed
	}
	before, unsettled := w.runs, w.unsettled
	w.runs, w.unsettled = map[string]*Run{}, map[string]*Run{}
	for lease, run := range unsettled {
		if next, isResumed := renewed[lease]; isResumed && held[lease] != nil {
			run.Lease = next
			w.unsettled[next] = run
		} else {
			run.abort("lost")
		}
		if before[lease] != nil {
			w.runs[run.Lease] = run
		}
	}
}

// call sends a call for the present registration, and registers again where that is not known any more.
func (w *Worker) call(ctx context.Context, name string, body item, answer any) error {
	w.mu.Lock()
	generation := w.generation
	body["executor"] = w.executor
	// Leases are of one registration: they are named together with its executor.
	for field, value := range body {
		if items, areOfRuns := value.([]item); areOfRuns {
			body[field] = named(items)
		}
	}
	w.mu.Unlock()
	err := w.send(ctx, name, body, answer)
	if isUnknown(err) && ctx.Err() == nil && name != "drain" && name != "leave" {
		if again := w.register(ctx, generation); again != nil {
			return again
		}
	}
	return err
}

// send repeats a call until there is a response: every call may be repeated.
func (w *Worker) send(ctx context.Context, name string, body any, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	for pause := 100 * time.Millisecond; ; pause = min(longestPause, pause*2) {
		err := w.try(ctx, name, text, answer)
		var r *refused
		if err == nil || errors.As(err, &r) || ctx.Err() != nil {
			return err
		}
		log.Printf("mojob: %s: %v, trying again in %s", name, err, pause)
		wait(ctx, pause)
	}
}

func (w *Worker) try(ctx context.Context, name string, text []byte, answer any) error {
	request, err := http.NewRequestWithContext(ctx, "POST", w.URL+"/api/v1/executor/"+name, bytes.NewReader(text))
	if err != nil {
		return &refused{Code: "invalid_url", Detail: err.Error()}
	}
	request.Header.Set("Content-Type", "application/json")
	if w.Token != "" {
		request.Header.Set("Authorization", "Bearer "+w.Token)
	}
	if w.Key != nil {
		w.sign(request, text)
	}
	response, err := w.Client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode == 429 || response.StatusCode >= 500 {
		return errors.New(response.Status)
	}
	if response.StatusCode >= 300 {
		problem := &refused{Status: response.StatusCode}
		_ = json.Unmarshal(read, problem)
		return problem
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(read, answer)
}

// ReadKey reads an Ed25519 private key from a PEM file, as openssl genpkey -algorithm ed25519 writes it.
func ReadKey(file string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, errors.New(file + " is not PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	own, isOwn := key.(ed25519.PrivateKey)
	if !isOwn {
		return nil, errors.New(file + " has no Ed25519 key")
	}
	return own, nil
}

// sign adds the signature of a call (RFC 9421), with a nonce of its own: each try is signed again.
func (w *Worker) sign(request *http.Request, body []byte) {
	hash := sha256.Sum256(body)
	digest := "sha-256=:" + base64.StdEncoding.EncodeToString(hash[:]) + ":"
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	now := time.Now().Unix()
	parameters := fmt.Sprintf(
		`("@method" "@authority" "@path" "@query" "content-digest");created=%d;expires=%d;nonce="%s";keyid="%s";alg="ed25519";tag="mojob-worker"`,
		now, now+60, hex.EncodeToString(random), w.KeyID)
	base := strings.Join([]string{
		`"@method": ` + request.Method,
		`"@authority": ` + authority(request),
		`"@path": ` + request.URL.EscapedPath(),
		`"@query": ?` + request.URL.RawQuery,
		`"content-digest": ` + digest,
		`"@signature-params": ` + parameters,
	}, "\n")
	request.Header.Set("Content-Digest", digest)
	request.Header.Set("Signature-Input", "mojob="+parameters)
	request.Header.Set("Signature", "mojob=:"+base64.StdEncoding.EncodeToString(ed25519.Sign(w.Key, []byte(base)))+":")
}

// authority is the host in small letters, without the port that its scheme has anyway.
func authority(request *http.Request) string {
	host := strings.ToLower(request.URL.Host)
	if request.URL.Scheme == "https" {
		return strings.TrimSuffix(host, ":443")
	}
	return strings.TrimSuffix(host, ":80")
}

func (w *Worker) poll(ctx, ended context.Context) {
	ack, generation := 0, w.generation
	for ctx.Err() == nil {
		w.waitFor(func() bool { return len(w.runs) < w.Limit || ctx.Err() != nil })
		w.mu.Lock()
		if generation != w.generation {
			ack, generation = 0, w.generation
		}
		room := w.Limit - len(w.runs)
		w.mu.Unlock()
		var answer struct {
			Batch    int
			Draining bool
			Runs     []*Run
		}
		body := item{"max": min(max(room, 1), 1000), "waitMs": 10_000, "ack": ack}
		if err := w.call(ctx, "poll", body, &answer); err != nil {
			w.pause(ended, err)
			continue
		}
		ack = answer.Batch
		for _, run := range answer.Runs {
			w.begin(run, generation)
		}
		if answer.Draining {
			wait(ended, time.Second)
		}
	}
}

func (w *Worker) heartbeat(ended context.Context) {
	for ended.Err() == nil {
		w.mu.Lock()
		leases := make([]string, 0, len(w.runs))
		for lease := range w.runs {
			leases = append(leases, lease)
		}
		waitMs := w.heartbeatMs
		w.mu.Unlock()
		var answer struct {
			Abort []struct{ Lease, Reason string }
			Lost  []string
		}
		body := item{"waitMs": waitMs, "leases": leases}
		if used := usage(); used != nil {
			body["usage"] = used
		}
		if err := w.call(ended, "heartbeat", body, &answer); err != nil {
			w.pause(ended, err)
			continue
		}
		for _, abort := range answer.Abort {
			w.abort(abort.Lease, abort.Reason)
		}
		for _, lease := range answer.Lost {
			w.abort(lease, "lost")
		}
	}
}

func (w *Worker) abort(lease, reason string) {
	w.mu.Lock()
	run := w.runs[lease]
	w.mu.Unlock()
	if run != nil {
		run.abort(reason)
	}
}

// write sends what was logged before what ended, and many at once.
func (w *Worker) write(ended context.Context) {
	calls := [][2]string{{"log", "lines"}, {"progress", "progress"}, {"settle", "results"}}
	for {
		w.waitFor(func() bool { return !w.isSent() || ended.Err() != nil })
		w.mu.Lock()
		batch := w.outbox
		w.outbox = map[string][]item{"sending": {}}
		w.mu.Unlock()
		for _, call := range calls {
			for _, part := range parts(batch[call[1]]) {
				w.deliver(ended, call[0], call[1], part)
			}
		}
		w.mu.Lock()
		delete(w.outbox, "sending")
		w.mu.Unlock()
		w.notify()
		if ended.Err() != nil {
			return
		}
	}
}

// deliver sends items of runs, and again to a gateway that has taken their runs up.
func (w *Worker) deliver(ended context.Context, name, field string, items []item) {
	err := w.call(ended, name, item{field: items}, nil)
	for isUnknown(err) && ended.Err() == nil {
		if items = w.goingOn(items); len(items) == 0 {
			return
		}
		err = w.call(ended, name, item{field: items}, nil)
	}
	if err != nil {
		log.Printf("mojob: %s: %v", name, err)
	}
	if name == "settle" {
		w.mu.Lock()
		for _, one := range items {
			delete(w.unsettled, one["lease"].(*Run).Lease)
		}
		w.mu.Unlock()
	}
}

// named has the present leases of the items' runs, and needs the lock.
func named(items []item) []item {
	list := make([]item, len(items))
	for index, one := range items {
		list[index] = withLease(one, one["lease"].(*Run).Lease)
	}
	return list
}

func withLease(one item, lease string) item {
	named := item{}
	for key, value := range one {
		named[key] = value
	}
	named["lease"] = lease
	return named
}

func (w *Worker) goingOn(items []item) (left []item) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, one := range items {
		if w.unsettled[one["lease"].(*Run).Lease] != nil {
			left = append(left, one)
		}
	}
	return left
}

func (w *Worker) begin(run *Run, generation int) {
	ctx, cancel := context.WithCancel(context.Background())
	run.worker, run.cancel = w, cancel
	w.mu.Lock()
	// A batch that was sent again has runs which are under way.
	_, isKnown := w.runs[run.Lease]
	if isKnown || generation != w.generation {
		w.mu.Unlock()
		cancel()
		return
	}
	w.runs[run.Lease], w.unsettled[run.Lease] = run, run
	w.mu.Unlock()
	go func() {
		defer cancel()
		end := w.execute(ctx, run)
		w.mu.Lock()
		w.outbox["results"] = append(w.outbox["results"], end)
		delete(w.runs, run.Lease)
		w.mu.Unlock()
		w.notify()
	}()
}

func (w *Worker) execute(ctx context.Context, run *Run) (end item) {
	defer func() {
		if thrown := recover(); thrown != nil {
			end = item{"lease": run, "status": "failed", "code": "panic", "message": clip(fmt.Sprint(thrown))}
		}
	}()
	result, err := w.functions[run.Handler](ctx, run)
	if err == nil {
		text, invalid := json.Marshal(result)
		if invalid == nil && len(text) <= largestBody {
			return item{"lease": run, "status": "succeeded", "result": json.RawMessage(text)}
		}
		err = &Failure{Message: fmt.Sprintf("The result is larger than %d bytes of JSON", largestBody), Code: "result_too_large", Final: true}
		if invalid != nil {
			err = &Failure{Message: invalid.Error(), Code: "result_invalid", Final: true}
		}
	}
	var later snooze
	if errors.As(err, &later) {
		return item{"lease": run, "status": "snoozed", "delayMs": max(1, int(later.delay.Milliseconds()))}
	}
	end = item{"lease": run, "status": "failed", "message": clip(err.Error())}
	var failure *Failure
	if errors.As(err, &failure) {
		end["retryable"] = !failure.Final
		if failure.Code != "" {
			end["code"] = failure.Code
		}
		if failure.Number >= -19999999999 && failure.Number <= -19000000000 {
			end["number"] = failure.Number
		}
	}
	return end
}

func (w *Worker) put(field string, one item) {
	w.mu.Lock()
	w.outbox[field] = append(w.outbox[field], one)
	w.mu.Unlock()
	w.notify()
}

// isSent needs the lock.
func (w *Worker) isSent() bool { return len(w.outbox) == 0 }

func (w *Worker) notify() {
	w.mu.Lock()
	close(w.changed)
	w.changed = make(chan struct{})
	w.mu.Unlock()
}

// waitFor waits until the condition holds, which is asked with the lock.
func (w *Worker) waitFor(holds func() bool) {
	for {
		w.mu.Lock()
		isOver, changed := holds(), w.changed
		w.mu.Unlock()
		if isOver {
			return
		}
		select {
		case <-changed:
		case <-time.After(500 * time.Millisecond):
		}
	}
}

func (w *Worker) pause(ended context.Context, err error) {
	if !isUnknown(err) {
		wait(ended, time.Second)
	}
}

func wait(ctx context.Context, delay time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(delay):
	}
}

// clockTicks is how many a second /proc counts on every Linux that Go runs on.
const clockTicks = 100

// usage says how busy the process is, for its load in the panel; nil where the system does not say.
func usage() item {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return nil
	}
	// The name of the program, which may have spaces, is in parentheses.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 22 {
		return nil
	}
	var used [3]int64 // in user mode, in the kernel, pages
	for index, field := range []int{11, 12, 21} {
		if used[index], err = strconv.ParseInt(fields[field], 10, 64); err != nil {
			return nil
		}
	}
	return item{"processorMs": (used[0] + used[1]) * 1000 / clockTicks, "memoryBytes": used[2] * int64(os.Getpagesize())}
}

// parts are lists that a call may have, by number and by size.
func parts(items []item) (lists [][]item) {
	var part []item
	size := 0
	for _, one := range items {
		text, _ := json.Marshal(withLease(one, ""))
		length := len(text) + longestLease
		if len(part) > 0 && (len(part) == mostItems || size+length > largestBody) {
			lists, part, size = append(lists, part), nil, 0
		}
		part, size = append(part, one), size+length
	}
	if len(part) > 0 {
		lists = append(lists, part)
	}
	return lists
}

// clip is text that is valid Unicode, and not too long for one call.
func clip(text string) string {
	if len(text) > longestText {
		text = text[:longestText]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

func min[N int | time.Duration](a, b N) N {
	if a < b {
		return a
	}
	return b
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
