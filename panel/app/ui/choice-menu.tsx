import { ActionIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { LucideIcon } from "lucide-react";
import { lazy, type ReactElement, Suspense } from "react";

const ChoiceList = lazy(async () => ({ default: (await import("./choice-list.tsx")).ChoiceList }));

export interface ChoiceMenuProps<Choice extends string> {
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Called when the menu is opened. */
  readonly choices: () => readonly { readonly value: Choice; readonly label: string }[];
  readonly value: Choice;
  readonly onChoose: (value: Choice) => void;
}

/** One of a few, behind an icon of the header. Its menu is loaded and made when it is first opened: the first page needs none. */
export function ChoiceMenu<Choice extends string>({
  choices,
  value,
  onChoose,
  ...shown
}: ChoiceMenuProps<Choice>): ReactElement {
  const { label, Icon } = shown;
  const [isMade, made] = useDisclosure(false);
  const button = (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={made.open}
    >
      <Icon size={16} />
    </ActionIcon>
  );
  if (!isMade) return button;
  return (
    <Suspense fallback={button}>
      <ChoiceList
        {...shown}
        choices={choices()}
        value={value}
        onChoose={(chosen) => onChoose(chosen as Choice)}
      />
    </Suspense>
  );
}
