import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

const KEYS = [
  { keys: "N", does: "add" },
  { keys: "E", does: "edge" },
  { keys: "/", does: "find" },
  { keys: "← ↑ → ↓", does: "walk" },
  { keys: "Enter", does: "inspect" },
  { keys: "G", does: "group" },
  { keys: "L", does: "layout" },
  { keys: "Delete", does: "remove" },
  { keys: "Ctrl C X V", does: "copy" },
  { keys: "Ctrl Z · Ctrl Y", does: "undo" },
  { keys: "Shift", does: "several" },
  { keys: "?", does: "help" },
] as const;

/** What the keys do in the drawing. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("editor.keys")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="xs">
        {KEYS.map(({ keys, does }) => (
          <Group key={keys} justify="space-between" wrap="nowrap">
            <Text>{t(`editor.key.${does}`)}</Text>
            <Kbd>{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
