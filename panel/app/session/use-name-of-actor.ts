import { useCallback, useMemo } from "react";
import { useApi } from "../api/use-api.ts";
import { type NameOfActor, nameOfActor } from "../ui/names/name-of-actor.ts";
import { useMay } from "./use-may.ts";
import { useSession } from "./use-session.ts";

/** People are added once a month. */
const EVERY_MS = 300_000;

/** Names somebody whom a record names as they are shown, where the reader may know that: `user:li` is 李, else li. */
export function useNameOfActor(): NameOfActor {
  const { account = null, hasPeople = false } = useSession().data ?? {};
  const mayRead = useMay("members:read");
  const people = useApi("listPeople", {}, { enabled: hasPeople && mayRead, everyMs: EVERY_MS }).data?.items;
  const shown = useMemo(
    () =>
      new Map(
        [...(account === null ? [] : [account]), ...(people ?? [])].map(
          ({ name, displayName }): readonly [string, string] => [`user:${name}`, displayName],
        ),
      ),
    [account, people],
  );
  return useCallback((label) => shown.get(label) ?? nameOfActor(label), [shown]);
}
