"""Addresses of accounts."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView, PasswordResetConfirmView
from django.urls import path, reverse_lazy

app_name = "accounts"
urlpatterns = [
    path("sign-in/", LoginView.as_view(template_name="accounts/sign_in.html"), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path(
        "set-password/<uidb64>/<token>/",
        PasswordResetConfirmView.as_view(
            template_name="accounts/set_password.html", success_url=reverse_lazy("accounts:sign-in")
        ),
        name="set-password",
    ),
]
