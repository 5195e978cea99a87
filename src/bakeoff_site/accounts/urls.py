"""Addresses of accounts."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from bakeoff_site.accounts.views import history, mails, passwords, profile, second_factor, sign_in, sign_up

app_name = "accounts"
urlpatterns = [
    path("", profile.profile, name="profile"),
    path("history/", history.history, name="history"),
    path("log/", history.log, name="log"),
    path("log/failed-sign-ins/", history.failures, name="failures"),
    path("mails/", mails.mails, name="mails"),
    path("mails/demonstration/", mails.demonstration_mails, name="demonstration-mails"),
    path("mails/again/", mails.try_mails, name="try-mails"),
    path("sign-up/", sign_up.sign_up, name="sign-up"),
    path("mail-sent/", sign_up.mail_sent, name="mail-sent"),
    path("verify/", sign_up.verify, name="verify"),
    path("verify/<str:token>/", sign_up.verify_by_link, name="verify-by-link"),
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-in/code/", sign_in.code, name="code"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("sign-out-everywhere/", sign_in.sign_out_everywhere, name="sign-out-everywhere"),
    path("address/", sign_up.address, name="address"),
    path("address/<str:token>/", sign_up.address_by_link, name="address-by-link"),
    path("password/", passwords.password, name="password"),
    path("reset/", passwords.reset, name="reset"),
    path("reset/<str:token>/", passwords.reset_by_link, name="reset-by-link"),
    path("second-factor/", second_factor.turn_on, name="second-factor"),
    path("second-factor/off/", second_factor.turn_off, name="second-factor-off"),
    path("second-factor/recovery-codes/", second_factor.recovery_codes, name="recovery-codes"),
    path("tokens/new/", profile.new_token, name="new-token"),
    path("tokens/<int:token_id>/revoke/", profile.revoke_token, name="revoke-token"),
]
