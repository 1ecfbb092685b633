import { Group, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Dialog, DialogForm } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { ViewDialog, type ViewDialogProps } from "./view-dialog.tsx";

export interface ManageViewsProps extends Omit<ViewDialogProps, "view"> {
  readonly views: readonly View[];
}

/** What is done to a view. */
interface Asked {
  readonly view: View;
  readonly isRemoved: boolean;
}

/** The views of a list, each of which can be changed and removed. */
export function ManageViews({ page, search, views, onClose }: ManageViewsProps): ReactElement {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const back = (): void => setAsked(null);
  if (asked?.isRemoved === true) return <RemoveDialog view={asked.view} onClose={back} />;
  if (asked !== null) return <ViewDialog page={page} search={search} view={asked.view} onClose={back} />;
  return (
    <Dialog title={t("views.manageTitle")} onClose={onClose}>
      {views.length === 0 && <Text size="sm">{t("views.none")}</Text>}
      <ul className="views-managed">
        {views.map((view) => (
          <ViewRow key={view.id} view={view} onAsk={(isRemoved) => setAsked({ view, isRemoved })} />
        ))}
      </ul>
    </Dialog>
  );
}

interface ViewRowProps {
  readonly view: View;
  readonly onAsk: (isRemoved: boolean) => void;
}

function ViewRow({ view, onAsk }: ViewRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const mayNotEdit = useRefusal("jobs:edit", view.app);
  const refusal = view.isOwn ? null : mayNotEdit;
  const look = { size: "compact-xs", variant: "default" } as const;
  const { name, owner } = view;
  return (
    <li>
      <div className="view-text">
        <bdi className="view-name">{name}</bdi>
        {view.isShared && (
          <Text size="xs" c="dimmed" component="div">
            {view.isOwn || owner === null ? t("views.shared") : t("views.by", { name: nameOf(owner) })}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <RefusableButton
          {...look}
          refusal={refusal}
          aria-label={t("views.changeOf", { name })}
          onClick={() => onAsk(false)}
        >
          {t("views.change")}
        </RefusableButton>
        <RefusableButton
          {...look}
          refusal={refusal}
          aria-label={t("views.removeOf", { name })}
          onClick={() => onAsk(true)}
        >
          {t("views.remove")}
        </RefusableButton>
      </Group>
    </li>
  );
}

function RemoveDialog({
  view,
  onClose,
}: Pick<ViewDialogProps, "onClose"> & { readonly view: View }): ReactElement {
  const { t } = useTranslation();
  const { id, name, revision, isShared } = view;
  const remove = useApiChange("removeView", { onDone: onClose, onFailed: () => {} });
  return (
    <DialogForm
      title={t("views.removeTitle", { name })}
      onClose={onClose}
      onSubmit={() => remove.mutate({ path: { id }, options: { ifMatch: revision } })}
      submitText={t("views.removeNow")}
      isDestructive
      isPending={remove.isPending}
    >
      {remove.error && <ErrorState error={remove.error} />}
      <Text size="sm">{isShared ? t("views.removeShared") : t("views.removeOwn")}</Text>
    </DialogForm>
  );
}
