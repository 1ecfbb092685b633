import { keysNamedIn } from "@mojob/core/feature";
import type { JsonValue } from "@mojob/core/ports";
import { isObject } from "../document.ts";

/** The keys of jobs in an order in which each comes after those that it starts, where they are among them. */
export function inOrder(jobs: ReadonlyMap<string, JsonValue>): readonly string[] {
  const done = new Set<string>();
  const sorted: string[] = [];
  for (const first of jobs.keys()) {
    /** The way to the job that is looked at, without recursion: jobs follow each other by the thousand. */
    const way = [{ key: first, next: startedBy(jobs.get(first)) }];
    if (done.has(first)) continue;
    done.add(first);
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      const key = last.next.pop();
      if (key === undefined) {
        sorted.push(last.key);
        way.pop();
      } else if (jobs.has(key) && !done.has(key)) {
        done.add(key);
        way.push({ key, next: startedBy(jobs.get(key)) });
      }
    }
  }
  return sorted;
}

/** The jobs that one starts, as far as it can be read. */
function startedBy(job: JsonValue | undefined): string[] {
  if (!isObject(job)) return [];
  const { children, work } = job;
  const keys = Array.isArray(children)
    ? (children as readonly JsonValue[]).flatMap((child) =>
        isObject(child) && typeof child["job"] === "string" ? [child["job"]] : [],
      )
    : [];
  if (!isObject(work) || !isObject(work["body"])) return keys;
  try {
    return [...keys, ...keysNamedIn(work["body"])];
  } catch {
    // What is wrong with it is said where it is checked.
    return keys;
  }
}
