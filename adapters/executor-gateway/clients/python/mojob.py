"""A worker for MoJobScheduler, in one file and with the standard library alone. Python 3.9 or later.

    import mojob

    worker = mojob.Worker("https://jobs.example.com", app="shop", token="...")

    @worker.job("shop.report", options={"retryCount": 2})
    def report(args, run):
        run.info("month %s" % args["month"])
        run.progress(0.5, "half of it")
        return {"pages": 3}

    worker.run()

A function gets the arguments and its run. It ends with a result, with an exception, with `mojob.Failure` where it wants a
code or no retry, or with `run.snooze(seconds)`. When the run is cancelled or takes too long, `run.aborted` is set:
look at it, or call `run.check()`, which then raises `mojob.Aborted`.

A worker with `key_file` and `keyid` signs its calls instead of sending a token. That needs the package `cryptography`: the
standard library has no Ed25519.
"""

__version__ = "0.1.0"

import base64
import collections
import hashlib
import http.client
import json
import logging
import os
import platform
import secrets
import signal
import socket
import threading
import time
import traceback
import urllib.parse

_LARGEST_BODY = 900_000
_LONGEST_TEXT = 60_000
_MOST_ITEMS = 500
_LONGEST_PAUSE = 5.0

_logger = logging.getLogger("mojob")


class Failure(Exception):
    """
    Ends a run with a message, a code that the job's option `retryOn` can name, and whether trying again is of use. `number` is
    one of your own, -19999999999 to -19000000000 (the domains 90 to 99), which the run keeps.
    """

    def __init__(self, message, code=None, retryable=True, number=None):
        super().__init__(message)
        if number is not None and not -19999999999 <= number <= -19000000000:
            raise ValueError("%r is no number from -19999999999 to -19000000000" % (number,))
        self.code = code
        self.retryable = retryable
        self.number = number


class Aborted(Exception):
    """Raised by `Run.check` when the run is to end; its text is the reason: `timeout`, `cancelled` or `worker_shutdown`."""


class Refused(Exception):
    """A call was refused in a way that repeating it does not change."""

    def __init__(self, status, problem):
        super().__init__("%s: %s" % (status, problem.get("detail", problem)))
        self.status = status
        self.code = problem.get("code")


class _Snooze(BaseException):
    def __init__(self, seconds):
        self.delay_ms = max(1, round(seconds * 1000))


class Run:
    """One attempt of a run, as its function sees it."""

    def __init__(self, worker, leased):
        self._worker = worker
        #: Fences the attempt; it is another one once the worker has come back to a gateway that was gone.
        self.lease = leased["lease"]
        self._is_lost = False
        #: The same for every attempt: use it as the idempotency key of what the function does.
        self.id = leased["id"]
        self.job_key = leased["jobKey"]
        self.handler = leased["handler"]
        #: Counts from 1.
        self.attempt = leased["attempt"]
        self.args = leased["args"]
        self.timeout_ms = leased["timeoutMs"]
        #: From 1, the most urgent, to 5.
        self.priority = leased.get("priority")
        shard = leased.get("shard") or {"index": 0, "total": 1}
        #: Which part of a broadcast it is, from 0, of how many; a whole run is part 0 of 1.
        self.shard_index, self.shard_total = shard["index"], shard["total"]
        #: A dict: `type`, `of` (the run that it follows from, such as its parent), `nominalTime` and `schedule`.
        self.trigger = leased["trigger"]
        #: Is set when the run is to end.
        self.aborted = threading.Event()
        self.abort_reason = None

    def check(self):
        if self.aborted.is_set():
            raise Aborted(self.abort_reason)

    def sleep(self, seconds):
        """Waits; raises `Aborted` as soon as the run is to end."""
        self.aborted.wait(seconds)
        self.check()

    def snooze(self, seconds):
        """Ends this attempt; the run is executed again after so many seconds."""
        raise _Snooze(seconds)

    def progress(self, fraction, message=None):
        note = {"lease": self, "fraction": min(1.0, max(0.0, float(fraction)))}
        if message is not None:
            note["message"] = _clean(message)
        self._worker._outbox.put("progress", note)

    def log(self, level, message):
        for line in (str(message).splitlines() or [""]):
            note = {"lease": self, "level": level, "message": _clean(line)}
            self._worker._outbox.put("lines", note)

    def debug(self, message):
        self.log("debug", message)

    def info(self, message):
        self.log("info", message)

    def warn(self, message):
        self.log("warn", message)

    def error(self, message):
        self.log("error", message)

    def _abort(self, reason):
        if not self.aborted.is_set():
            self.abort_reason = reason
            self.aborted.set()


class Worker:
    """Runs the jobs of an app. `limit` runs at once, each in a thread."""

    def __init__(self, url, app, token=None, limit=16, key_file=None, keyid=None, complete=False, **described):
        """`described`: name, description, version, labels, tags, as they are shown with the worker.

        `complete`: its jobs are all that the code of the app declares: others that were among them before stop firing.

        `key_file`: an Ed25519 private key in PEM, and `keyid`: what it was registered as; each call is signed with it.
        """
        self._url = url.rstrip("/")
        self._token = token
        self._signer = None if key_file is None else _Signer(key_file, keyid)
        self._limit = limit
        self._jobs = []
        self._functions = {}
        self._registration = {
            "app": app,
            "limit": limit,
            "isComplete": complete,
            "host": socket.gethostname() or "unknown",
            "pid": os.getpid(),
            "runtime": {"name": "python", "version": platform.python_version()},
            **described,
        }
        self._changed = threading.Condition()
        #: The runs under way, by lease, and all whose end has not been recorded.
        self._runs = {}
        self._unsettled = {}
        self._executor = None
        self._generation = 0
        self._heartbeat_ms = 3000
        self._stopping = threading.Event()
        self._ended = threading.Event()
        self._outbox = _Outbox()

    def job(self, key, kind="triggered", options=None, args_schema=None):
        """Declares a job with the function that runs it."""

        def declare(function):
            job = {"key": key, "kind": kind, "options": options or {}}
            if args_schema is not None:
                job["argsSchema"] = args_schema
            self._jobs.append(job)
            self._functions[key] = function
            return function

        return declare

    def handler(self, name):
        """Has a function for jobs that are made in the panel or with the API."""

        def declare(function):
            self._functions[name] = function
            return function

        return declare

    def run(self):
        """Runs jobs until SIGTERM, SIGINT or `stop`; finishes what it has, and returns."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: self.stop())
        self._register(0)
        loops = [threading.Thread(target=loop, daemon=True) for loop in (self._poll, self._heartbeat, self._write)]
        for loop in loops:
            loop.start()
        while not self._stopping.wait(0.5):
            pass
        try:
            self._call(_Connection(self), "drain", {})
        except Refused:
            pass
        with self._changed:
            while self._unsettled:
                self._changed.wait(0.5)
        self._ended.set()
        self._outbox.close()
        loops[2].join()
        try:
            self._call(_Connection(self), "leave", {})
        except Refused:
            pass

    def stop(self):
        """Takes no more runs; `run` returns when those under way have ended."""
        self._stopping.set()

    # Registration

    def _register(self, generation):
        """Registers, unless another thread has done so since."""
        with self._changed:
            if self._generation != generation:
                return
            declared = {job["key"] for job in self._jobs}
            handlers = [name for name in self._functions if name not in declared]
            body = {**self._registration, "jobs": self._jobs, "handlers": handlers}
            if self._unsettled:
                body["leases"] = list(self._unsettled)[:1000]
            answer = _retrying(self, lambda connection: connection.send("register", body))
            self._executor = answer["executor"]
            self._resume({one["lease"]: one["renewed"] for one in answer.get("resumed", [])})
            self._heartbeat_ms = answer["heartbeatMs"]
            self._generation += 1
            _logger.info("registered as %s", self._executor)

    def _resume(self, renewed):
        """The runs that the gateway has taken up again go on under new leases; the others are lost."""
        for run in self._unsettled.values():
            if run.lease in renewed:
                run.lease = renewed[run.lease]
            else:
                run._is_lost = True
                run._abort("lost")
        self._unsettled = {run.lease: run for run in self._unsettled.values() if not run._is_lost}
        self._runs = {run.lease: run for run in self._runs.values()}

    def _call(self, connection, name, body, items=None):
        """Sends a call for the present registration; registers again where that is not known any more.

        `items` are of runs, and get their leases here. It is repeated as it is: a later registration has other leases.
        """
        with self._changed:
            generation, body = self._generation, {"executor": self._executor, **body}
            for field, listed in (items or {}).items():
                body[field] = [{**item, "lease": item["lease"].lease} for item in listed]
        try:
            return _retrying(self, lambda _: connection.send(name, body))
        except Refused as refused:
            if refused.code != "executor_not_found":
                raise
            if self._unsettled or not self._stopping.is_set():
                self._register(generation)
            raise

    # Loops

    def _poll(self):
        connection, ack, generation = _Connection(self), 0, self._generation
        while not self._stopping.is_set():
            with self._changed:
                while len(self._runs) >= self._limit and not self._stopping.is_set():
                    self._changed.wait(0.5)
                room = self._limit - len(self._runs)
                if generation != self._generation:
                    ack, generation = 0, self._generation
            if room <= 0:
                continue
            try:
                answer = self._call(connection, "poll", {"max": min(room, 1000), "waitMs": 10_000, "ack": ack})
            except Refused as refused:
                self._pause(refused)
                continue
            ack = answer["batch"]
            for leased in answer["runs"]:
                self._begin(leased, generation)
            if answer["draining"]:
                self._ended.wait(1)

    def _heartbeat(self):
        connection = _Connection(self)
        while not self._ended.is_set():
            with self._changed:
                leases = list(self._runs)
            try:
                body = {"waitMs": self._heartbeat_ms, "leases": leases, **_usage()}
                answer = self._call(connection, "heartbeat", body)
            except Refused as refused:
                self._pause(refused)
                continue
            with self._changed:
                for abort in answer["abort"]:
                    if abort["lease"] in self._runs:
                        self._runs[abort["lease"]]._abort(abort["reason"])
                for lease in answer["lost"]:
                    if lease in self._runs:
                        self._runs[lease]._abort("lost")

    def _write(self):
        connection = _Connection(self)
        for name, field, items in self._outbox:
            while items:
                try:
                    self._call(connection, name, {}, {field: items})
                except Refused as refused:
                    if refused.code == "executor_not_found":
                        # It has registered again: what goes on is sent again, under its new lease.
                        items = [item for item in items if item["lease"].lease in self._unsettled]
                        continue
                    if name == "settle" and refused.status == 413 and len(items) == 1:
                        self._outbox.put("results", _too_large(items[0]["lease"]))
                        break
                    if refused.code != "lease_lost":
                        _logger.error("%s was refused: %s", name, refused)
                if name == "settle":
                    self._settled(items)
                break

    def _settled(self, items):
        with self._changed:
            for item in items:
                self._unsettled.pop(item["lease"].lease, None)
            self._changed.notify_all()

    def _pause(self, refused):
        if refused.code != "executor_not_found":
            _logger.error("%s", refused)
            self._ended.wait(1)

    # Runs

    def _begin(self, leased, generation):
        run = Run(self, leased)
        with self._changed:
            # A batch that was sent again has runs which are under way.
            if run.lease in self._runs or generation != self._generation:
                return
            self._runs[run.lease] = self._unsettled[run.lease] = run
        threading.Thread(target=self._execute, args=(run,), daemon=True).start()

    def _execute(self, run):
        end = {"lease": run}
        try:
            function = self._functions[run.handler]
            result = function(run.args, run)
            body = json.dumps(result, allow_nan=False)
            end.update(_too_large(run) if len(body) > _LARGEST_BODY else {"status": "succeeded", "result": result})
        except _Snooze as snooze:
            end.update(status="snoozed", delayMs=snooze.delay_ms)
        except BaseException as error:  # noqa: B902 - whatever a function raises is the end of its run alone
            code = getattr(error, "code", None) or type(error).__name__
            end.update(
                status="failed",
                message=_clean(str(error) or type(error).__name__),
                code=_clean(str(code))[:100].replace("\n", " "),
                retryable=bool(getattr(error, "retryable", True)),
                stack=_clean(_stack(error)),
            )
            if isinstance(error, Failure) and error.number is not None:
                end["number"] = error.number
        self._outbox.put("results", end)
        with self._changed:
            self._runs.pop(run.lease, None)
            self._changed.notify_all()


class _Outbox:
    """What is to be sent: what was logged before what ended, and many at once."""

    CALLS = (("log", "lines"), ("progress", "progress"), ("settle", "results"))

    def __init__(self):
        self._changed = threading.Condition()
        self._waiting = {field: collections.deque() for _, field in self.CALLS}
        self._closed = False

    def put(self, field, item):
        with self._changed:
            self._waiting[field].append(item)
            self._changed.notify()

    def close(self):
        with self._changed:
            self._closed = True
            self._changed.notify()

    def __iter__(self):
        while True:
            with self._changed:
                while not any(self._waiting.values()):
                    if self._closed:
                        return
                    self._changed.wait()
                ends = len(self._waiting["results"])
                batches = [(name, field, self._take(field, ends)) for name, field in self.CALLS]
            for name, field, items in batches:
                for part in _parts(items):
                    yield name, field, part

    def _take(self, field, ends):
        queue = self._waiting[field]
        count = ends if field == "results" else len(queue)
        return [queue.popleft() for _ in range(count)]


class _Signer:
    """Signs calls (RFC 9421), each try with a nonce of its own."""

    def __init__(self, key_file, keyid):
        try:
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        except ImportError as error:
            raise RuntimeError("Signing calls needs the package cryptography: pip install cryptography") from error
        with open(key_file, "rb") as file:
            self._key = load_pem_private_key(file.read(), None)
        self._keyid = keyid

    def headers(self, url, path, body):
        digest = "sha-256=:%s:" % base64.b64encode(hashlib.sha256(body).digest()).decode()
        authority = url.netloc.rpartition("@")[2].lower()
        port = ":443" if url.scheme == "https" else ":80"
        if authority.endswith(port):
            authority = authority[: -len(port)]
        now = int(time.time())
        covered = '("@method" "@authority" "@path" "@query" "content-digest")'
        stated = 'created=%d;expires=%d;nonce="%s";keyid="%s";alg="ed25519";tag="mojob-worker"'
        parameters = covered + ";" + stated % (now, now + 60, secrets.token_hex(16), self._keyid)
        lines = (
            '"@method": POST',
            '"@authority": ' + authority,
            '"@path": ' + path,
            '"@query": ?',
            '"content-digest": ' + digest,
            '"@signature-params": ' + parameters,
        )
        signature = self._key.sign("\n".join(lines).encode())
        return {
            "Content-Digest": digest,
            "Signature-Input": "mojob=" + parameters,
            "Signature": "mojob=:%s:" % base64.b64encode(signature).decode(),
        }


class _Connection:
    """One connection to the gateway, opened again where it broke."""

    def __init__(self, worker):
        self._url = urllib.parse.urlsplit(worker._url)
        self._headers = {"Content-Type": "application/json"}
        if worker._token is not None:
            self._headers["Authorization"] = "Bearer " + worker._token
        self._signer = worker._signer
        self._http = None

    def send(self, name, body):
        if self._http is None:
            kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
            self._http = kind(self._url.hostname, self._url.port, timeout=40)
        try:
            path = "%s/api/v1/executor/%s" % (self._url.path, name)
            text = json.dumps(body, allow_nan=False).encode()
            signed = {} if self._signer is None else self._signer.headers(self._url, path, text)
            self._http.request("POST", path, text, {**self._headers, **signed})
            response = self._http.getresponse()
            answer = json.loads(response.read())
        except BaseException:
            self._http.close()
            self._http = None
            raise
        if response.status < 300:
            return answer
        if response.status in (429, 500, 502, 503, 504):
            raise ConnectionError("%s %s" % (response.status, answer.get("detail")))
        raise Refused(response.status, answer)


def _retrying(worker, send):
    """Repeats a call until there is a response: every call may be repeated."""
    pause, connection = 0.1, _Connection(worker)
    while True:
        try:
            return send(connection)
        except (OSError, http.client.HTTPException, ValueError) as error:
            if worker._ended.is_set():
                raise Refused(0, {"detail": str(error)}) from error
            _logger.warning("%s, trying again in %.1f s", error, pause)
            worker._ended.wait(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)


def _usage():
    """How busy the process is, for its load in the panel; nothing where the system does not say."""
    try:
        with open("/proc/self/statm") as file:
            memory = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return {}
    return {"usage": {"processorMs": round(time.process_time() * 1000), "memoryBytes": memory}}


def _parts(items):
    """Lists that a call may have, by number and by size."""
    part, size = [], 0
    for item in items:
        length = len(json.dumps(item, default=lambda run: run.lease))
        if part and (len(part) == _MOST_ITEMS or size + length > _LARGEST_BODY):
            yield part
            part, size = [], 0
        part.append(item)
        size += length
    if part:
        yield part


def _too_large(run):
    return {
        "lease": run,
        "status": "failed",
        "message": "The result is larger than %d bytes of JSON" % _LARGEST_BODY,
        "code": "result_too_large",
        "retryable": False,
    }


def _clean(text):
    """Text that is valid Unicode, and not too long for one call."""
    return str(text)[:_LONGEST_TEXT].encode("utf-8", "replace").decode("utf-8")


def _stack(error):
    """Without the folders that the program lies in."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    lines = ['  File "%s", line %s, in %s\n' % (os.path.basename(f.filename), f.lineno, f.name) for f in frames]
    return "".join(lines + traceback.format_exception_only(type(error), error))
