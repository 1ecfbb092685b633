import type { SamplePoint } from "@mojob/core/engine";
import type { WorkerSample } from "@mojob/core/ports";

/** How many values, their sum, and the greatest of them. */
export interface KeptSpread {
  readonly count: number;
  readonly sum: number;
  readonly max: number;
}

/** What a worker used in one step, so that those of several steps can be added. */
export interface KeptPoint {
  /** The beginning of the step, of a sample its end: milliseconds since 1970. */
  readonly atMs: number;
  readonly processor: KeptSpread;
  readonly memoryBytes: KeptSpread;
  readonly running: KeptSpread;
  /** `null` where nothing measured it. */
  readonly loopDelayMs: number | null;
  readonly loopDelayP99Ms: number | null;
  /** The latest. */
  readonly limit: number | null;
}

const NOTHING: KeptSpread = { count: 0, sum: 0, max: 0 };

export function pointOf(sample: WorkerSample): KeptPoint {
  return {
    atMs: sample.at.getTime(),
    processor: spreadOf(sample.processor),
    memoryBytes: spreadOf(sample.memoryBytes),
    running: spreadOf(sample.running),
    loopDelayMs: sample.loopDelayMs,
    loopDelayP99Ms: sample.loopDelayP99Ms,
    limit: sample.limit,
  };
}

/** The sum of some points in one that begins at a time; they are in order, and at least one. */
export function sumOf(points: readonly KeptPoint[], atMs: number): KeptPoint {
  let [processor, memoryBytes, running] = [NOTHING, NOTHING, NOTHING];
  let [loopDelayMs, loopDelayP99Ms]: (number | null)[] = [null, null];
  for (const point of points) {
    processor = addSpreads(processor, point.processor);
    memoryBytes = addSpreads(memoryBytes, point.memoryBytes);
    running = addSpreads(running, point.running);
    loopDelayMs = greater(loopDelayMs ?? null, point.loopDelayMs);
    loopDelayP99Ms = greater(loopDelayP99Ms ?? null, point.loopDelayP99Ms);
  }
  const limit = points.at(-1)?.limit ?? null;
  return {
    atMs,
    processor,
    memoryBytes,
    running,
    loopDelayMs: loopDelayMs ?? null,
    loopDelayP99Ms: loopDelayP99Ms ?? null,
    limit,
  };
}

/** Points of steps of one length, each at the beginning of its step. */
export function rollUp(points: readonly KeptPoint[], everyMs: number): readonly KeptPoint[] {
  const steps = Map.groupBy(points, ({ atMs }) => Math.floor(atMs / everyMs) * everyMs);
  return [...steps].map(([atMs, ofStep]) => sumOf(ofStep, atMs));
}

export function toSamplePoint(point: KeptPoint): SamplePoint {
  const { processor, memoryBytes, running, loopDelayMs, loopDelayP99Ms, limit } = point;
  return {
    at: new Date(point.atMs),
    samples: running.count,
    processor: meanOf(processor, 1000),
    processorMax: processor.count === 0 ? null : processor.max,
    memoryBytes: meanOf(memoryBytes, 1),
    memoryBytesMax: memoryBytes.count === 0 ? null : memoryBytes.max,
    loopDelayMs,
    loopDelayP99Ms,
    running: meanOf(running, 100) ?? 0,
    runningMax: running.max,
    limit,
  };
}

/** Each number of a point in one list: a record has hundreds of points. */
export type PackedPoint = readonly (number | null)[];

export function pack(point: KeptPoint): PackedPoint {
  const { atMs, processor, memoryBytes, running, loopDelayMs, loopDelayP99Ms, limit } = point;
  const spreads = [processor, memoryBytes, running].flatMap(({ count, sum, max }) => [count, sum, max]);
  return [atMs, ...spreads, loopDelayMs, loopDelayP99Ms, limit];
}

export function unpack(packed: PackedPoint): KeptPoint {
  const at = (index: number): number => packed[index] ?? 0;
  const spreadAt = (index: number): KeptSpread => ({
    count: at(index),
    sum: at(index + 1),
    max: at(index + 2),
  });
  const [loopDelayMs = null, loopDelayP99Ms = null, limit = null] = packed.slice(10);
  return {
    atMs: at(0),
    processor: spreadAt(1),
    memoryBytes: spreadAt(4),
    running: spreadAt(7),
    loopDelayMs,
    loopDelayP99Ms,
    limit,
  };
}

function spreadOf(value: number | null): KeptSpread {
  return value === null ? NOTHING : { count: 1, sum: value, max: value };
}

function addSpreads(one: KeptSpread, other: KeptSpread): KeptSpread {
  return { count: one.count + other.count, sum: one.sum + other.sum, max: Math.max(one.max, other.max) };
}

function greater(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Rounded to so many parts of one. */
function meanOf({ count, sum }: KeptSpread, parts: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * parts) / parts;
}
