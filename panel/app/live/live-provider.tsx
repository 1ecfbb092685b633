import { useDocumentVisibility } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from "react";
import { apiUrl } from "../api/call-api.ts";
import { browserClock } from "../time/clock.ts";
import { LIVE_TOPICS } from "./live-topics.ts";
import { LiveUpdates } from "./live-updates.ts";

export const LiveStatus = { Live: "live", Paused: "paused", Connecting: "connecting" } as const;
export type LiveStatus = (typeof LiveStatus)[keyof typeof LiveStatus];

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
  const isWanted = !isPaused && visibility === "visible";

  useEffect(() => {
    if (!isWanted) return;
    const updates = new LiveUpdates({ client, clock: browserClock });
    const source = new EventSource(apiUrl("streamEvents", {}));
    // Whatever happened before the stream began is read once.
    source.addEventListener("ready", () => {
      setOpen(true);
      updates.missed();
    });
    source.addEventListener("reset", () => updates.missed());
    source.addEventListener("error", () => setOpen(false));
    for (const topic of LIVE_TOPICS) source.addEventListener(topic, () => updates.hear(topic));
    return () => {
      source.close();
      updates.close();
      setOpen(false);
    };
  }, [client, isWanted]);

  const status = isPaused ? LiveStatus.Paused : isOpen ? LiveStatus.Live : LiveStatus.Connecting;
  return <LiveContext.Provider value={{ status, setPaused }}>{children}</LiveContext.Provider>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}
