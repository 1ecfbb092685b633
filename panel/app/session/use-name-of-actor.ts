import { useCallback, useMemo } from "react";
import { type NameOfActor, nameOfActor } from "../ui/names/name-of-actor.ts";
import { usePeople } from "./use-people.ts";

/** Names somebody whom a record names as they are shown, where the reader may know that: `user:li` is 李, else li. */
export function useNameOfActor(): NameOfActor {
  const people = usePeople();
  const shown = useMemo(
    () => new Map(people.map(({ label, displayName }) => [label, displayName])),
    [people],
  );
  return useCallback((label) => shown.get(label) ?? nameOfActor(label), [shown]);
}
