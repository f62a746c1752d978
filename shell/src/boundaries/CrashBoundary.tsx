import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  /** Called once when a descendant throws while rendering. */
  onCrash: (error: unknown) => void;
  /** Rendered instead of what crashed. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Error boundary. */
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
