// Loaded into a process before anything else (`--import`), it lets `Date` tell another time, which goes on as the real one does: by
// `TEST_DATE_SHIFT_MS` milliseconds. Timers and the monotonic clock are not touched. It is JavaScript, because the Node of the system, which npm runs on, may
// know no types.
import process from "node:process";

const shiftMs = Number(process.env["TEST_DATE_SHIFT_MS"] ?? 0);
const RealDate = globalThis.Date;

function now() {
  return RealDate.now() + shiftMs;
}

if (shiftMs !== 0)
  globalThis.Date = new Proxy(RealDate, {
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
    apply: () => new RealDate(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  });
