/** Parts of the frame that are seldom shown, which are loaded together once they are. */
export { DebugBanner } from "./debug-banner.tsx";
export { StandbyBanner } from "./standby-banner.tsx";
export { TenantSwitch } from "./tenant-switch.tsx";
