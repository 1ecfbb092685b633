import { Checkbox, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "../../api/operations.generated.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { filterOf, isShown, type PageSearch, type ViewPage } from "./view-filter.ts";

const LONGEST_NAME = 100;

export interface ViewDialogProps {
  readonly page: ViewPage;
  /** What the page shows now. */
  readonly search: PageSearch;
  /** The one that is changed. @default another one is saved */
  readonly view?: View;
  readonly onClose: () => void;
}

/** What a view is called and who sees it. */
export function ViewDialog({ page, search, view, onClose }: ViewDialogProps): ReactElement {
  const { t } = useTranslation();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [takesFilter, setTakesFilter] = useState(view === undefined);
  const filter = takesFilter ? filterOf(page, search) : (view?.filter ?? {});
  // The app of a job is known to the API alone, which judges.
  const app = filter["app"] ?? (filter["jobKey"] === undefined ? null : undefined);
  const mayNotShare = useRefusal("jobs:edit", app);
  const options = { onDone: onClose, onFailed: () => {} };
  const create = useApiChange("createView", options);
  const replace = useApiChange("replaceView", options);
  const { error, isPending } = view === undefined ? create : replace;
  const submit = (): void => {
    const body = { name: name.trim(), page, filter, isShared };
    if (view === undefined) create.mutate({ body });
    else replace.mutate({ path: { id: view.id }, body, options: { ifMatch: view.revision } });
  };
  return (
    <DialogForm
      title={view === undefined ? t("views.saveTitle") : t("views.changeTitle")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("common.save")}
      refusal={name.trim() === "" ? t("views.nameMissing") : null}
      isPending={isPending}
    >
      {error && <ErrorState error={error} />}
      <TextInput
        label={t("views.name")}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        data-autofocus
      />
      <Checkbox
        label={t("views.forTeam")}
        description={mayNotShare ?? t("views.forTeamHint")}
        checked={isShared}
        disabled={mayNotShare !== null && !isShared}
        onChange={({ currentTarget: { checked } }) => setShared(checked)}
      />
      {view !== undefined && !isShown(view, search) && (
        <Checkbox
          label={t("views.takeFilter")}
          checked={takesFilter}
          onChange={({ currentTarget: { checked } }) => setTakesFilter(checked)}
        />
      )}
    </DialogForm>
  );
}
