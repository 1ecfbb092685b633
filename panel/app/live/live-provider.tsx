import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";
import { browserClock } from "../time/clock.ts";
import { apiUrl } from "../api/call-api.ts";
import { feedPosition } from "../api/feed-position.ts";
import { idleMs } from "./idle.ts";
import { LIVE_TOPICS } from "./live-topics.ts";
import { LiveUpdates } from "./live-updates.ts";

export const LiveStatus = { Live: "live", Paused: "paused", Connecting: "connecting" } as const;
export type LiveStatus = (typeof LiveStatus)[keyof typeof LiveStatus];

/** A browser reconnects by itself after a broken connection, but not after a proxy's response in the server's place. */
const AGAIN_MS = 5000;

interface Live {
  readonly status: LiveStatus;
  readonly setPaused: (paused: boolean) => void;
}

const LiveContext = createContext<Live>({ status: LiveStatus.Connecting, setPaused: () => {} });

/** One event stream for the whole panel; none while its tab is hidden or the viewer paused it. */
export function LiveProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const client = useQueryClient();
  const visibility = useDocumentVisibility();
  const [isPaused, setPaused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isWanted = !isPaused && visibility === "visible";

  useEffect(() => {
    if (!isWanted) return;
    const updates = new LiveUpdates({ client, clock: browserClock, idleMs });
    const after = feedPosition.open();
    const source = new EventSource(
      apiUrl("streamEvents", { query: { items: false, ...(after !== null && { after }) } }),
    );
    const ignoreMissed = feedPosition.onMissed(() => updates.missed());
    let stopWaiting: (() => void) | undefined;
    let hasFailed = false;
    const opened = (): void => {
      setOpen(true);
      if (hasFailed) updates.missed();
      hasFailed = false;
    };
    source.addEventListener("open", opened);
    const listen = (type: string, onEvent: () => void): void =>
      source.addEventListener(type, ({ lastEventId }: MessageEvent) => {
        feedPosition.noteEvent(lastEventId);
        onEvent();
      });
    // Neither goes on after what was read.
    listen("ready", () => updates.missed());
    listen("reset", () => updates.missed());
    for (const topic of LIVE_TOPICS) listen(topic, () => updates.hear(topic));
    source.addEventListener("error", () => {
      setOpen(false);
      // Reading again says on the page whether the server is away, and not the stream alone.
      if (!hasFailed) updates.missed();
      hasFailed = true;
      if (source.readyState !== EventSource.CLOSED) return;
      stopWaiting ??= browserClock.after(AGAIN_MS, () => setAttempt((before) => before + 1));
    });
    return () => {
      stopWaiting?.();
      ignoreMissed();
      source.close();
      feedPosition.close();
      updates.close();
      setOpen(false);
    };
  }, [client, isWanted, attempt]);

  const status = isPaused ? LiveStatus.Paused : isOpen ? LiveStatus.Live : LiveStatus.Connecting;
  return <LiveContext.Provider value={{ status, setPaused }}>{children}</LiveContext.Provider>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}
