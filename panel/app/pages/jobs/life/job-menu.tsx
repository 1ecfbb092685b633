import { ActionIcon, Menu } from "@mantine/core";
import { CopyPlus, EllipsisVertical, Trash2 } from "lucide-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { useMay } from "../../../session/use-may.ts";

const CopyJobDialog = lazy(async () => ({ default: (await import("./copy-job-dialog.tsx")).CopyJobDialog }));
const DeleteJobDialog = lazy(async () => ({
  default: (await import("./delete-job-dialog.tsx")).DeleteJobDialog,
}));

/** What is seldom done with a job: copied and deleted, by those who may. */
export function JobMenu({ job }: { readonly job: JobDetail }): ReactElement | null {
  const { t } = useTranslation();
  const [open, setOpen] = useState<"copy" | "delete" | null>(null);
  const mayCreate = useMay("jobs:create");
  const mayDelete = useMay("jobs:delete");
  const close = (): void => setOpen(null);
  if (!mayCreate && !mayDelete) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("common.more", { name: job.options.name })}>
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCreate && (
            <Menu.Item leftSection={<CopyPlus size={14} />} onClick={() => setOpen("copy")}>
              {t("jobLife.copy")}
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item leftSection={<Trash2 size={14} />} onClick={() => setOpen("delete")}>
              {t("jobLife.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === "copy" && <CopyJobDialog job={job} onClose={close} />}
        {open === "delete" && <DeleteJobDialog job={job} onClose={close} />}
      </Suspense>
    </>
  );
}
