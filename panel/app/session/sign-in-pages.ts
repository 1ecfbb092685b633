/** What is shown to who is not signed in, which is loaded together. */
export { NotSignedIn } from "./not-signed-in.tsx";
export { SignInForm } from "./sign-in-form.tsx";
export { WelcomeForm } from "./welcome-form.tsx";
export { StartLinkForm } from "./start-link-form.tsx";
