import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useTimeText } from "../../time/time.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog-form.tsx";

/** A link with which somebody chooses a password. */
export interface Invitation {
  readonly name: string;
  readonly url: string;
  readonly until: string;
}

/** Shows a link this once. */
export function LinkDialog({
  invitation: { name, url, until },
  onClose,
}: {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  const timeText = useTimeText();
  return (
    <Dialog title={t("people.inviteFor", { name })} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t("people.inviteHint", { name, until: timeText(until) })}</Text>
        <Group gap="xs" wrap="nowrap" align="end">
          <TextInput
            label={t("people.link")}
            className="mono-input"
            flex={1}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label={t("people.copyLink")} text={() => url} />
        </Group>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t("common.close")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
