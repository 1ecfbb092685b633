import type { TFunction } from "i18next";
import { formatInstant } from "../../../time/format-time.ts";
import { type NameOfActor, nameOfActor } from "../../../ui/names/name-of-actor.ts";
import type { FactJson, FactOf } from "./task-fact.ts";

type NodeFact = Exclude<Extract<FactJson, { readonly node: string }>, { readonly type: "approved" }>;
type OtherFact = Exclude<FactJson, { readonly node: string }>;
type Name = (id: string) => string;

/** A fact as a sentence. */
export function factWords(
  fact: FactJson,
  t: TFunction,
  nameOf: Name,
  actorOf: NameOfActor = nameOfActor,
): string {
  if (fact.type === "approved")
    return t("task.fact.approved", { node: nameOf(fact.node), by: actorOf(fact.by) });
  return "node" in fact ? nodeWords(fact, t, nameOf(fact.node)) : taskWords(fact, t, nameOf);
}

function taskWords(fact: OtherFact, t: TFunction, nameOf: Name): string {
  switch (fact.type) {
    case "begun": {
      const count = Object.keys(fact.taken?.nodes ?? {}).length;
      return fact.taken === null ? t("task.fact.begun") : t("task.fact.begunAgain", { count });
    }
    case "restarted": {
      const { attempt, taken } = fact;
      const count = Object.keys(taken?.nodes ?? {}).length;
      return taken === null
        ? t("task.fact.restarted", { attempt })
        : t("task.fact.restartedWith", { attempt, count });
    }
    case "lifted":
      return t("task.fact.lifted", { nodes: fact.nodes.map(nameOf).join(t("common.separator")) });
    case "signalled":
    case "signalTaken":
      return t(`task.fact.${fact.type}`, { signal: fact.signal });
    case "endAsked":
      return t("task.fact.endAsked", { state: t(`task.status.${fact.state}`), code: fact.code });
    case "paused":
    case "resumed":
      return t(`task.fact.${fact.type}`);
    case "held":
      return t("task.fact.held", { at: formatInstant(new Date(fact.until)) });
    case "edited":
      return t("task.fact.edited", {
        path: fact.path.join("."),
        value: JSON.stringify(fact.value),
        reason: fact.reason,
      });
    case "migrated":
      return t("task.fact.migrated", { version: fact.version });
    case "ended":
      return endWords(fact, t, nameOf);
  }
}

function endWords({ state, unhandled }: FactOf<"ended">, t: TFunction, nameOf: Name): string {
  const words = t("task.fact.ended", { state: t(`task.status.${state}`) });
  if (unhandled.length === 0) return words;
  const nodes = unhandled.map(nameOf).join(t("common.separator"));
  return `${words}${t("task.fact.unhandled", { nodes })}`;
}

function nodeWords(fact: NodeFact, t: TFunction, node: string): string {
  switch (fact.type) {
    case "ready":
    case "endAskedOf":
    case "retried":
      return t(`task.fact.${fact.type}`, { node });
    case "started":
      return t((fact.n ?? 0) === 0 ? "task.fact.started" : "task.fact.startedAgain", { node });
    case "batchStarted":
      return t("task.fact.batchStarted", { node, count: fact.count });
    case "itemsStarted":
      return t("task.fact.itemsStarted", { node, count: fact.items.length });
    case "itemsEnded":
      return t("task.fact.itemsEnded", { node, ok: countOf(fact.ok), bad: countOf(fact.bad) });
    case "waits":
      return waitWords(fact, t, node);
    case "dueSet":
      return t("task.fact.dueSet", { node, at: formatInstant(new Date(fact.dueAt)) });
    case "decided":
      return decisionWords(fact, t, node);
    case "nextVisit":
      return t("task.fact.nextVisit", { node, number: fact.number });
    case "loopEnded":
      return fact.failed === null
        ? t("task.fact.loopEnded", { node, count: fact.number })
        : t("task.fact.loopFailed", { node, count: fact.number, code: fact.failed });
  }
}

function waitWords({ why, dueAt, until }: FactOf<"waits">, t: TFunction, node: string): string {
  const at = dueAt ?? until;
  const words = t(`task.fact.waits.${why}`, { node });
  return at === null ? words : `${words}${t("task.fact.waitsUntil", { at: formatInstant(new Date(at)) })}`;
}

function decisionWords(fact: FactOf<"decided">, t: TFunction, node: string): string {
  const { state, branches = [], code, message, vars = {}, byHand } = fact;
  const words = t(byHand === true ? "task.fact.decidedByHand" : "task.fact.decided", {
    node,
    state: t(`task.status.${state}`),
  });
  const more = [
    ...(branches.length === 0
      ? []
      : [t("task.fact.branches", { branches: branches.join(t("common.separator")) })]),
    ...(code === undefined ? [] : [code]),
    ...(message === undefined ? [] : [message]),
    ...Object.entries(vars).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
  ];
  return more.length === 0 ? words : `${words}: ${more.join(" · ")}`;
}

/** How many a list of ranges has, such as `0-41,43`. */
export function countOf(ranges: string): number {
  if (ranges === "") return 0;
  return ranges
    .split(",")
    .map((part) => part.split("-").map(Number))
    .reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
}
