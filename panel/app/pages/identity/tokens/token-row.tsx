import { Group, Table, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Ahead, Relative, useTimeText } from "../../../time/time.tsx";
import { useNow } from "../../../time/use-now.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { Tag } from "../../../ui/tag.tsx";
import type { Token } from "./token.ts";

const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** A token with its text, which is shown once. */
export interface MadeToken {
  readonly name: string;
  readonly text: string;
}

export interface TokenRowProps {
  readonly token: Token;
  readonly onMade: (made: MadeToken) => void;
}

/** A token: what it may do, when it ends, and whether it is in use. */
export function TokenRow({ token, onMade }: TokenRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const [dialog, setDialog] = useState<"rotate" | "revoke" | null>(null);
  const close = (): void => setDialog(null);
  const { id, name, createdBy, revokedAt, lastUsed } = token;
  const path = { id };
  const rotate = useApiChange("rotateToken", {
    onDone: ({ text }) => {
      close();
      onMade({ name, text });
    },
  });
  const revoke = useApiChange("revokeToken", {
    onDone: () => {
      notifyDone(t("people.tokens.revoked", { name }));
      close();
    },
  });
  const refusal = revokedAt === null ? null : t("people.tokens.revokedTag");
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" className="mono">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[t(`people.tokens.kind.${token.kind}`), createdBy === null ? null : nameOf(createdBy)]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">
        <Rights token={token} />
      </Table.Td>
      <Table.Td>
        <End token={token} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" {...(lastUsed === null && { c: "dimmed" })} className="nowrap">
          {lastUsed === null ? t("people.tokens.unused") : <Relative at={lastUsed.at} />}
        </Text>
        {lastUsed?.address != null && (
          <Text size="xs" c="dimmed">
            {lastUsed.address}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="end" wrap="nowrap">
          <RefusableButton
            size="compact-xs"
            variant="default"
            aria-label={t("people.tokens.rotateName", { name })}
            refusal={refusal}
            onClick={() => setDialog("rotate")}
          >
            {t("people.tokens.rotate")}
          </RefusableButton>
          <RefusableButton
            size="compact-xs"
            variant="default"
            aria-label={t("people.tokens.revokeName", { name })}
            refusal={refusal}
            onClick={() => setDialog("revoke")}
          >
            {t("people.tokens.revoke")}
          </RefusableButton>
        </Group>
        {dialog !== null && (
          <DialogForm
            title={t(dialog === "rotate" ? "people.tokens.rotateName" : "people.tokens.revokeName", { name })}
            onClose={close}
            onSubmit={() =>
              dialog === "rotate" ? rotate.mutate({ path, body: {} }) : revoke.mutate({ path })
            }
            submitText={t(dialog === "rotate" ? "people.tokens.rotate" : "people.tokens.revoke")}
            isDestructive={dialog === "revoke"}
            isPending={rotate.isPending || revoke.isPending}
          >
            <Text size="sm">
              {t(dialog === "rotate" ? "people.tokens.rotateHint" : "people.tokens.revokeHint")}
            </Text>
          </DialogForm>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Rights({
  token: { role, apps, permissions, payloads, person },
}: {
  readonly token: Token;
}): ReactElement {
  const { t } = useTranslation();
  const parts = [
    ...(person === null ? [] : [person]),
    ...(role === null || permissions !== null ? [] : [t(`people.role.${role}`)]),
    ...(permissions === null ? [] : [permissions.join(t("common.separator"))]),
    ...(apps === null ? [] : [t("people.apps", { apps: apps.join(t("common.separator")) })]),
    ...(payloads === false && permissions === null ? [t("people.withoutPayloads")] : []),
  ];
  return <Text size="sm">{parts.join(" · ")}</Text>;
}

function End({ token: { expiresAt, revokedAt, overlapUntil } }: { readonly token: Token }): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const now = useNow();
  if (revokedAt !== null) return <Tag>{t("people.tokens.revokedTag")}</Tag>;
  const leftMs = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  return (
    <>
      <Text size="sm" className="nowrap">
        {expiresAt === null ? (
          t("people.tokens.noEnd")
        ) : leftMs > 0 ? (
          <Ahead at={expiresAt} />
        ) : (
          <Relative at={expiresAt} />
        )}
      </Text>
      {leftMs <= 0 && <Tag isWarning>{t("people.tokens.expiredTag")}</Tag>}
      {leftMs > 0 && leftMs <= SOON_MS && <Tag isWarning>{t("people.tokens.soonTag")}</Tag>}
      {overlapUntil !== null && Date.parse(overlapUntil) > now && (
        <Text size="xs" c="dimmed">
          {t("people.tokens.overlap", { until: timeText(overlapUntil) })}
        </Text>
      )}
    </>
  );
}
