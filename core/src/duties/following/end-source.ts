import { isTerminal } from "../../model/instance/job-state.ts";
import { runsEndedTopic } from "../../model/name/channel.ts";
import type { IMoEventBus } from "../../ports/event-bus.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import { StoreTopic } from "../../ports/store-watch.ts";
import { type RunEnd, runsEndedIn } from "./runs-ended-event.ts";

/** Calls a listener with the ends of runs as they happen, and may miss some; resolves to how to stop. */
export type EndSource = (listener: (ends: readonly RunEnd[]) => void) => Promise<{ close(): Promise<void> }>;

/** Ends as the event bus announces them: at once, from every process on the same bus. */
export function endsOnBus(bus: IMoEventBus, tenant: string): EndSource {
  return (listener) =>
    bus.subscribe(runsEndedTopic(tenant), (events) => listener(events.flatMap(runsEndedIn)));
}

/** Ends as the store shows them, for a process that shares the store and no bus with those that run jobs. */
export function endsInStore(store: Pick<IMoJobScheduleMetadataStore, "watch">, tenant: string): EndSource {
  return (listener) =>
    store.watch({ tenant, topics: [StoreTopic.Instance], endedOnly: true }, (changes) =>
      listener(
        changes.flatMap((change) =>
          change.topic === StoreTopic.Instance && isTerminal(change.instance.state)
            ? [{ id: change.instance.id, state: change.instance.state }]
            : [],
        ),
      ),
    );
}
