import { ActionIcon, Menu } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

export interface ChoiceListProps {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** The menu of a `ChoiceMenu`, open at first. */
export function ChoiceList({ label, Icon, choices, value, onChoose }: ChoiceListProps): ReactElement {
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }} defaultOpened>
      <Menu.Target>
        {/* It takes the place of the button that was pressed, and the focus goes back to it. */}
        <ActionIcon aria-label={label} title={label} autoFocus>
          <Icon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={onChoose}>
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
