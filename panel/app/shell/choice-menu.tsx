import { ActionIcon, Menu } from "@mantine/core";
import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

export interface ChoiceMenuProps<Choice extends string> {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly choices: readonly { readonly value: Choice; readonly label: string }[];
  readonly value: Choice;
  readonly onChoose: (value: Choice) => void;
}

/** One of a few, behind an icon of the header. */
export function ChoiceMenu<Choice extends string>({
  label,
  Icon,
  choices,
  value,
  onChoose,
}: ChoiceMenuProps<Choice>): ReactElement {
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon aria-label={label} title={label}>
          <Icon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === value}
            rightSection={choice.value === value && <Check size={14} aria-hidden="true" />}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
