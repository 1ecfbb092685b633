import { useMemo } from "react";
import { useApi } from "../api/use-api.ts";
import { useMay } from "./use-may.ts";
import { useSession } from "./use-session.ts";

/** People are added once a month. */
const EVERY_MS = 300_000;

export interface KnownPerson {
  /** How records name them: `user:li`. */
  readonly label: string;
  readonly displayName: string;
}

/** The people whose names the reader may know: itself first, and all others where it may read them. */
export function usePeople(): readonly KnownPerson[] {
  const { account = null, hasPeople = false } = useSession().data ?? {};
  const mayRead = useMay("members:read");
  const people = useApi("listPeople", {}, { enabled: hasPeople && mayRead, everyMs: EVERY_MS }).data?.items;
  return useMemo(() => {
    const others = (people ?? []).filter(({ name }) => name !== account?.name);
    return [...(account === null ? [] : [account]), ...others].map(({ name, displayName }) => ({
      label: `user:${name}`,
      displayName,
    }));
  }, [account, people]);
}
