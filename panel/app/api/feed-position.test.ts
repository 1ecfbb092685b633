import { expect, it, vi } from "vitest";
import { FeedPosition, POSITION_HEADER } from "./feed-position.ts";

function responseAt(position: string | null): Response {
  return new Response("{}", { headers: position === null ? {} : { [POSITION_HEADER]: position } });
}

it("a stream begins after the earliest event that a read named, whatever came in between", () => {
  const feed = new FeedPosition();
  const [session, list, bars] = [feed.beginRead(), feed.beginRead(), feed.beginRead()];
  session(responseAt("era.12"));
  list(responseAt("era.9"));
  bars(responseAt("era.100"));
  expect(feed.open()).toBe("era.9");
});

it("a stream that comes again begins after the last event that the one before has sent", () => {
  const feed = new FeedPosition();
  feed.beginRead()(responseAt("era.1"));
  feed.open();
  feed.noteEvent("era.7");
  feed.close();
  feed.beginRead()(responseAt("era.8"));
  expect(feed.open()).toBe("era.7");
});

it.each([
  ["nothing was read", []],
  ["the server does not watch", [null]],
  ["one of the reads has no place", ["era.1", null]],
  ["two servers responded", ["era.1", "other.1"]],
])("a stream begins with what happens next where %s", (_, positions) => {
  const feed = new FeedPosition();
  for (const position of positions) feed.beginRead()(responseAt(position));
  expect(feed.open()).toBeNull();
});

it.each([
  ["era.3", 1],
  ["other.5", 1],
  [null, 1],
  ["era.4", 0],
  ["era.5", 0],
])(
  "what was sent before the stream was opened after era.4, and stands at %s, is missed %i times",
  (position, times) => {
    const feed = new FeedPosition();
    const onMissed = vi.fn();
    feed.onMissed(onMissed);
    feed.beginRead()(responseAt("era.4"));
    const late = feed.beginRead();
    feed.open();
    late(responseAt(position));
    expect(onMissed).toHaveBeenCalledTimes(times);
  },
);

it("what is read while a stream is open needs no place", () => {
  const feed = new FeedPosition();
  const onMissed = vi.fn();
  feed.onMissed(onMissed);
  feed.beginRead()(responseAt("era.4"));
  feed.open();
  feed.beginRead()(responseAt(null));
  expect(onMissed).not.toHaveBeenCalled();
});
