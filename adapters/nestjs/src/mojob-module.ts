import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { DynamicModule, Provider } from "@nestjs/common";
import { DiscoveryModule, DiscoveryService, ModuleRef } from "@nestjs/core";
import { MoJob } from "./mojob.ts";
import {
  MOJOB_OPTIONS,
  type MoJobAsyncOptions,
  type MoJobOptions,
  type PanelOptions,
} from "./mojob-options.ts";
import { createPanelController } from "./panel-controller.ts";

/**
 * Runs the jobs of an app's providers: `@Job()` says which methods are jobs, `MoJob` is the scheduler, and the panel is below `/jobs`. Import it
 * once; it is global. With `app.enableShutdownHooks()` a signal lets runs finish.
 * @example
 * ```ts
 * import { MoJobModule } from "@mojob/nestjs";
 *
 * // In @Module({ imports: [ … ] }) of the app:
 * export const jobs = MoJobModule.forRoot({ app: "shop", panel: { path: "ops" } });
 * // In tests nothing is kept, and a fake clock moves time: MoJobModule.forRoot({ inMemory: true, panel: false, clock: createFakeClock() })
 * ```
 */
export class MoJobModule {
  /** @throws MoJobError `invalid_argument` for a file beside `inMemory`, and for guards that do not say who has passed */
  static forRoot({ panel, ...options }: MoJobOptions = {}): DynamicModule {
    assertOptions(options);
    return moduleOf([{ provide: MOJOB_OPTIONS, useValue: options }], panel);
  }

  /** The same where options are made of providers, such as a ConfigService. */
  static forRootAsync({ imports = [], inject = [], useFactory, panel }: MoJobAsyncOptions): DynamicModule {
    const provider = {
      provide: MOJOB_OPTIONS,
      inject,
      useFactory: async (...dependencies: never[]) => {
        const options = await useFactory(...dependencies);
        assertOptions(options);
        return options;
      },
    };
    return moduleOf([provider], panel, imports);
  }
}

function moduleOf(
  providers: readonly Provider[],
  panel: PanelOptions | false = {},
  imports: NonNullable<MoJobAsyncOptions["imports"]> = [],
): DynamicModule {
  if (panel !== false) assertPanel(panel);
  return {
    module: MoJobModule,
    global: true,
    imports: [DiscoveryModule, ...imports],
    providers: [
      ...providers,
      {
        provide: MoJob,
        inject: [MOJOB_OPTIONS, DiscoveryService, ModuleRef],
        useFactory: (options: MoJobOptions, discovery: DiscoveryService, modules: ModuleRef) =>
          new MoJob(options, discovery, modules),
      },
    ],
    controllers: panel === false ? [] : [createPanelController(panel)],
    exports: [MoJob],
  };
}

function assertOptions({ file, inMemory = false }: MoJobOptions): void {
  if (file === undefined || !inMemory) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot keep jobs in "${file}" and in memory alone: state file or inMemory, not both`,
  );
}

function assertPanel({ guards = [], userOf, token }: PanelOptions): void {
  if (guards.length === 0 || userOf !== undefined || token !== undefined) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidArgument,
    "Cannot open the panel behind guards without userOf: it says as whom somebody acts who has passed them",
  );
}
