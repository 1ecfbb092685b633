import { ActionIcon, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useSession } from "../../session/use-session.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { useTimeText } from "../../time/time.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Tag } from "../../ui/tag.tsx";
import type { Membership } from "./person.ts";

export interface MembershipTagProps {
  readonly name: string;
  readonly membership: Membership;
  readonly mayTake: boolean;
}

/** A role with where it counts, and the way to take it back. */
export function MembershipTag({ name, membership, mayTake }: MembershipTagProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const timeText = useTimeText();
  const { data: session } = useSession();
  const [isTaking, taking] = useDisclosure(false);
  const { role, apps, tenant, until, payloads, reason, source, by } = membership;
  const take = useApiChange("takeRole", {
    onDone: () => {
      notifyDone(t("people.taken", { name }));
      taking.close();
    },
  });
  const roleName = t(`people.role.${role}`);
  const parts = [
    ...(tenant === "*" ? [t("people.everywhere")] : []),
    ...(tenant === "*" || tenant === session?.tenant ? [] : [t("people.inTenant", { tenant })]),
    ...(apps === null ? [] : [t("people.apps", { apps: apps.join(t("common.separator")) })]),
    ...(payloads ? [] : [t("people.withoutPayloads")]),
    ...(until === null ? [] : [t("people.until", { until: timeText(until) })]),
  ];
  const hint = [
    source === "groups" ? t("people.byGroup", { group: reason ?? "" }) : reason,
    by === null ? null : t("people.givenBy", { by: nameOf(by) }),
  ].filter((one) => one !== null && one !== "");
  const text = parts.join(" · ");
  return (
    <Group gap={4}>
      {hint.length === 0 ? <Tag>{roleName}</Tag> : <Tag hint={hint.join(" · ")}>{roleName}</Tag>}
      {text !== "" && <Text size="xs">{text}</Text>}
      {mayTake && source === "hand" && (
        <ActionIcon
          size="xs"
          aria-label={t("people.takeRole", { name, role: roleName })}
          title={t("people.take")}
          onClick={taking.open}
        >
          <X size={12} />
        </ActionIcon>
      )}
      {isTaking && (
        <DialogForm
          title={t("people.takeRole", { name, role: roleName })}
          onClose={taking.close}
          onSubmit={() => take.mutate({ path: { name, id: membership.id } })}
          submitText={t("people.take")}
          isDestructive
          isPending={take.isPending}
        >
          <Text size="sm">{[roleName, ...parts].join(" · ")}</Text>
        </DialogForm>
      )}
    </Group>
  );
}
