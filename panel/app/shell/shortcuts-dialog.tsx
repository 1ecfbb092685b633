import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

export interface ShortcutsDialogProps {
  readonly onClose: () => void;
}

const SHORTCUTS = [
  { keys: "Ctrl K", text: "shell.shortcutSpotlight" },
  { keys: "/", text: "shell.shortcutSearch" },
  { keys: "j k", text: "shell.shortcutRows" },
  { keys: "x", text: "shell.shortcutTick" },
  { keys: "?", text: "shell.shortcutHelp" },
] as const;

export function ShortcutsDialog({ onClose }: ShortcutsDialogProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("shell.shortcuts")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="xs">
        {SHORTCUTS.map(({ keys, text }) => (
          <Group key={keys} justify="space-between">
            <Text>{t(text)}</Text>
            <Kbd>{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
