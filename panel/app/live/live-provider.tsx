import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";
import { browserClock } from "../time/clock.ts";
import { openStream, takeFirstStream } from "../api/first-stream.ts";
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
    const first = takeFirstStream();
    const source = first?.source ?? openStream();
    // Without a first stream, pages have read before this one began.
    let isAhead = first === null;
    let stopWaiting: (() => void) | undefined;
    let hasFailed = false;
    const opened = (): void => {
      setOpen(true);
      if (hasFailed) updates.missed();
      hasFailed = false;
    };
    // Changes from before the stream began are read once; a resumed stream delivers them itself.
    const ready = (): void => {
      if (isAhead || first?.hasReadBefore() === true) updates.missed();
      isAhead = true;
    };
    source.addEventListener("open", opened);
    source.addEventListener("ready", ready);
    if (source.readyState === EventSource.OPEN) opened();
    if (first?.hasBegun() === true) ready();
    source.addEventListener("reset", () => updates.missed());
    source.addEventListener("error", () => {
      setOpen(false);
      // Reading again says on the page whether the server is away, and not the stream alone.
      if (!hasFailed) updates.missed();
      hasFailed = true;
      if (source.readyState !== EventSource.CLOSED) return;
      stopWaiting ??= browserClock.after(AGAIN_MS, () => setAttempt((before) => before + 1));
    });
    for (const topic of LIVE_TOPICS) source.addEventListener(topic, () => updates.hear(topic));
    return () => {
      stopWaiting?.();
      source.close();
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
