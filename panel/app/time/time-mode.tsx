import { useLocalStorage } from "@mantine/hooks";
import { createContext, type ReactElement, type ReactNode, useContext } from "react";
import { TIME_MODES, TimeMode } from "./format-time.ts";

interface TimeModeSwitch {
  readonly mode: TimeMode;
  readonly setMode: (mode: TimeMode) => void;
}

const TimeModeContext = createContext<TimeModeSwitch>({ mode: TimeMode.Local, setMode: () => {} });

const KEY = "mojob-time-mode";

/** The zone in which instants within texts are shown; `undefined` is the reader's own. */
export function zoneOfTimes(): "UTC" | undefined {
  return localStorage.getItem(KEY) === JSON.stringify(TimeMode.Utc) ? "UTC" : undefined;
}

/** One switch for every instant of the panel. */
export function TimeModeProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [stored, setMode] = useLocalStorage<TimeMode>({
    key: KEY,
    defaultValue: TimeMode.Local,
    getInitialValueInEffect: false,
  });
  const mode = TIME_MODES.includes(stored) ? stored : TimeMode.Local;
  return <TimeModeContext.Provider value={{ mode, setMode }}>{children}</TimeModeContext.Provider>;
}

export function useTimeMode(): TimeModeSwitch {
  return useContext(TimeModeContext);
}
