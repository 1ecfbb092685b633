import type { TFunction } from "i18next";
import { type NameOfActor, nameOfActor } from "../../ui/names/name-of-actor.ts";
import type { InboxItem } from "./use-inbox.ts";

type Approval = NonNullable<InboxItem["approval"]>;

/** Who may decide, as a list of people and of what they have to hold. */
export function whoMay(
  { app, approval }: Pick<InboxItem, "app" | "approval">,
  t: TFunction,
  nameOf: NameOfActor = nameOfActor,
): string {
  const { users = [], roles = [], notTheStarter = false } = approval ?? {};
  const named = [...users.map(nameOf), ...roles.map((permission) => t("inbox.whoHolds", { permission }))];
  const who =
    named.length > 0
      ? named.join(t("common.separator"))
      : t("inbox.whoOperates", { permission: "runs:operate", app });
  return notTheStarter ? t("inbox.notTheStarter", { who }) : who;
}

/** How far an approval that several people give has come; `null` where one is enough. */
export function givenWords(
  { given, quorum }: Approval,
  t: TFunction,
  nameOf: NameOfActor = nameOfActor,
): string | null {
  if (quorum === 1) return null;
  const words = t("inbox.given", { given: given.length, quorum });
  return given.length === 0 ? words : `${words} (${given.map(nameOf).join(t("common.separator"))})`;
}

/** The outcome of an item on which nobody decides. */
export function afterwards({ kind, approval }: Pick<InboxItem, "kind" | "approval">, t: TFunction): string {
  if (kind === "held") return t("inbox.afterwards.fails");
  return t(approval?.onTimeout === "approved" ? "inbox.afterwards.approved" : "inbox.afterwards.refused");
}

/** Why the reader does not decide it; `null` where that is the reader's. */
export function decideRefusal(
  item: InboxItem,
  t: TFunction,
  nameOf: NameOfActor = nameOfActor,
): string | null {
  return item.mayDecide ? null : t("inbox.mayNot", { who: whoMay(item, t, nameOf) });
}
