import { Button, Group, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";

interface AddButtonProps {
  readonly text: string;
  readonly label: string;
  readonly onAdd: () => void;
}

/** Adds a member or an item. */
export function AddButton({ text, label, onAdd }: AddButtonProps): ReactElement {
  return (
    <Group>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={label}
        leftSection={<Plus size={12} />}
        onClick={onAdd}
      >
        {text}
      </Button>
    </Group>
  );
}

interface RemoveButtonProps {
  readonly name: string;
  readonly text?: string;
  readonly onRemove: () => void;
}

/** Takes a member or an item out. */
export function RemoveButton({ name, text, onRemove }: RemoveButtonProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Group>
      <Button
        variant="default"
        size="compact-xs"
        aria-label={t("runJob.remove", { name })}
        leftSection={text === undefined ? undefined : <X size={12} />}
        onClick={onRemove}
      >
        {text ?? <X size={12} aria-hidden="true" />}
      </Button>
    </Group>
  );
}

/** Why a group of fields is not accepted. */
export function Mistake({ text }: { readonly text: string }): ReactElement {
  return (
    <Text size="xs" className="mistake-words">
      {text}
    </Text>
  );
}
