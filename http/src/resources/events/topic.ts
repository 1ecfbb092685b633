import { type StoreChange, StoreTopic } from "@mojob/core/ports";
import { instanceEventJson } from "../instances/json.ts";

/** The topics that a client can watch. */
export const EventTopic = { Instances: "instances", Jobs: "jobs", Workers: "workers" } as const;
export type EventTopic = (typeof EventTopic)[keyof typeof EventTopic];

export const EVENT_TOPICS: readonly EventTopic[] = Object.values(EventTopic);

/** The topics that are watched in the store: all of them, as all clients share one watch. */
export const WATCHED_TOPICS: readonly StoreTopic[] = [
  StoreTopic.Instance,
  StoreTopic.Definition,
  StoreTopic.Executor,
];

/** One item that changed. Changes with the same `id` are of the same item, and only the latest is sent. */
export interface TopicItem {
  readonly topic: EventTopic;
  readonly id: string;
  readonly item: object;
}

/** A store's change as clients read it; `null` for what is no business of theirs. */
export function toTopicItem(change: StoreChange): TopicItem | null {
  switch (change.topic) {
    case "instance":
      return {
        topic: EventTopic.Instances,
        id: change.instance.id,
        item: instanceEventJson(change.instance),
      };
    case "definition":
      return {
        topic: EventTopic.Jobs,
        id: change.key,
        item: { key: change.key, app: change.app, revision: change.revision },
      };
    case "executor":
      return { topic: EventTopic.Workers, id: change.id, item: { id: change.id, app: change.app } };
    case "cancel":
    case "drain":
      return null;
  }
}
