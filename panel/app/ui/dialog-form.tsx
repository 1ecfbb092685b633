import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { RefusableButton } from "./refusable-button.tsx";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is shown for as long as it is rendered; what opened it has the focus afterwards. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const { t } = useTranslation();
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ "aria-label": t("common.close") }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}

/** A modal gives the focus back where it is told to close, not where it is no longer rendered. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

export interface DialogFormProps extends DialogProps {
  readonly onSubmit: () => void;
  readonly submitText: string;
  /** @default "Cancel" */
  readonly closeText?: string;
  /** It ends or removes something. @default false */
  readonly isDestructive?: boolean;
  /** Why it cannot be done now; `null` where it can. @default null */
  readonly refusal?: string | null;
  readonly isPending: boolean;
}

/** A dialog that asks before something is done: fields, a way back and a way on. */
export function DialogForm({
  title,
  onClose,
  children,
  onSubmit,
  submitText,
  closeText,
  isDestructive = false,
  refusal = null,
  isPending,
}: DialogFormProps): ReactElement {
  const { t } = useTranslation();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React hands it on to the form that shows the dialog, which would then be submitted too.
    event.stopPropagation();
    if (refusal === null) onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {closeText ?? t("common.cancel")}
            </Button>
            <RefusableButton
              type="submit"
              color={isDestructive ? "red.9" : "indigo"}
              refusal={refusal}
              loading={isPending}
            >
              {submitText}
            </RefusableButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

export interface NoteFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (note: string) => void;
  /** It has the focus when the dialog opens. @default false */
  readonly isFirst?: boolean;
}

/** A short text for others: why something is done. */
export function NoteField({ label, value, onChange, isFirst = false }: NoteFieldProps): ReactElement {
  return (
    <Textarea
      label={label}
      maxLength={500}
      autosize
      minRows={2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  );
}
