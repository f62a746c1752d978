import { SignInCard } from './SignInCard.tsx';

export function LoginPage() {
  return <SignInCard initial="login" />;
}

export function SignupPage() {
  return <SignInCard initial="register" />;
}
