import type { PersonRequest } from "./people.ts";
import type { ProviderProfile } from "./provider.ts";

/** Somebody whom a provider sends for the first time, under a name that nobody has. */
export function newcomer(
  { preferredName, displayName, email, subject }: ProviderProfile,
  taken: ReadonlySet<string>,
): PersonRequest {
  const wanted = preferredName ?? email?.split("@")[0] ?? subject;
  const plain =
    wanted
      .toLowerCase()
      .split("@")[0]
      ?.replaceAll(/[^a-z0-9._-]+/g, "-") ?? "";
  const base = plain.slice(0, 56).replaceAll(/^[._-]+|[._-]+$/g, "") || "person";
  let name = base;
  for (let more = 2; taken.has(name); more += 1) name = `${base}-${more}`;
  return { name, displayName: (displayName ?? wanted).slice(0, 128) };
}
