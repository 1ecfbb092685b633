import { ActionIcon, Menu } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
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
        <Menu.RadioGroup value={value} onChange={(chosen) => onChoose(chosen as Choice)}>
          {choices.map((choice) => (
            <Menu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
              {choice.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
