import type { TFunction } from "i18next";
import { edgeWords } from "../graph/edge-words.ts";
import type { WayMark } from "../graph/marks.ts";
import type { FoundDifference, Way } from "./find-difference.ts";

/** A way that differs, as it is drawn. */
export interface MarkedWay extends Way {
  readonly mark: WayMark;
}

/** The ways that differ: one that was replaced by another between the same two nodes is one way that changed. */
export function markedWays({ ways }: FoundDifference, t: TFunction): readonly MarkedWay[] {
  const left = Map.groupBy(ways.removed, endsOf);
  const drawn = ways.added.map((way): MarkedWay => {
    const old = left.get(endsOf(way))?.shift();
    if (old === undefined) return { ...way, mark: { kind: "added", words: edgeWords(way, t) } };
    return { ...way, mark: { kind: "changed", words: `${wayWords(old, t)} → ${wayWords(way, t)}` } };
  });
  const removed = [...left.values()].flat();
  return [
    ...drawn,
    ...removed.map((way): MarkedWay => ({ ...way, mark: { kind: "removed", words: edgeWords(way, t) } })),
  ];
}

/** All that a way says of when it is taken. */
export function wayWords(way: Way, t: TFunction): string {
  const words = [edgeWords(way, t), ...(way.handles ? [t("flow.difference.handles")] : [])];
  return words.filter((part) => part !== "").join(" · ") || t("task.on.ok");
}

function endsOf({ from, to }: Way): string {
  return JSON.stringify([from, to]);
}
