import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  /** Called once when something below throws while it is rendered. */
  onCrash: (error: unknown) => void;
  /** Shown in the place of what crashed. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Keeps a crash where it happened. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.crashed ? (this.props.fallback ?? null) : this.props.children;
  }
}
